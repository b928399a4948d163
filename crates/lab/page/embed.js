// The page inside another one: `?embed` before the # leaves the view of the link alone, without tabs, settings and panes.

import { button, h } from "./dom.js";
import { engineFetch } from "./local_engine.js";
import { say, trying } from "./status.js";
import { t } from "./text.js";

const MARK = "embed";

/** The views that make sense inside another page. */
const EMBEDDABLE = ["tree", "practice", "game", "matrix"];

/** Makes the page embedded if its address says so, or else able to say how. `flush()` writes the link of what is shown; `view()` is shown. */
export function attachEmbed(flush, view) {
  if (new URLSearchParams(location.search).has(MARK)) embed();
  // The server refuses to be put into other pages; a page from a file has no address for others.
  else if (engineFetch && location.protocol.startsWith("http")) offer(flush, view);
}

function embed() {
  document.documentElement.classList.add(MARK);
  const whole = h("a", { class: "whole", target: "_blank", rel: "noopener", href: bare(location.href) }, t("embed.open"));
  const aim = () => (whole.href = bare(location.href));
  // The link of what is shown is written now and then, and read when it is followed.
  for (const event of ["pointerdown", "focus", "mouseenter"]) whole.addEventListener(event, aim);
  document.body.append(whole);
}

/** The address of the whole page. */
function bare(address) {
  const whole = new URL(address);
  whole.searchParams.delete(MARK);
  return whole.href;
}

function offer(flush, view) {
  const code = h("textarea", { rows: 4, readonly: true, spellcheck: "false", "aria-label": t("embed.code") });
  const copy = button(t("game.file.copy"), () => trying(async () => {
    await navigator.clipboard.writeText(code.value);
    dialog.close();
    say(t("embed.copied"));
  }), { class: "primary" });
  const hint = h("p", { class: "hint" });
  const dialog = h("dialog", { class: "help embed-code", "aria-labelledby": "embed-title" }, h("h2", { id: "embed-title" }, t("embed.title")), hint, code,
    h("div", { class: "row" }, button(t("help.close"), () => dialog.close()), copy));
  // In the page only while it is open: what is hidden should not be found.
  dialog.addEventListener("close", () => dialog.remove());
  const opener = button("</>", () => {
    flush();
    document.body.append(dialog);
    const { name, title } = view();
    const can = EMBEDDABLE.includes(name);
    code.value = can ? frame(title) : "";
    code.hidden = copy.hidden = !can;
    hint.textContent = t(can ? "embed.can" : "embed.cannot");
    dialog.showModal();
    code.select();
  }, { class: "quiet", id: "embed", "aria-label": t("embed.title"), title: t("embed.title") });
  document.querySelector("#help").before(opener);
}

function frame(title) {
  const address = new URL(location.href);
  address.search = `?${MARK}`;
  const quoted = address.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<iframe src="${quoted}" title="${title} · Rootward" width="100%" height="560" style="border: 1px solid #ccc" allow="clipboard-write"></iframe>`;
}
