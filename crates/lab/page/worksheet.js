// Worksheets and keys as files: the tree and the search are those of the page.

import { post, postFile } from "./api.js";
import { button, download, field, h, select } from "./dom.js";
import { asked } from "./random_tree.js";
import { trying } from "./status.js";
import { spoken, t } from "./text.js";
import { translated } from "./translation.js";

const FORMATS = [["pdf", "PDF"], ["svg", "SVG"], ["html", "HTML"], ["tex", "LaTeX"], ["typ", "Typst"], ["json", "JSON"]];

/** A panel that saves sheets; `current()` returns the tree's settings and the search's. */
export function worksheetPanel(current) {
  const count = h("input", { type: "number", min: 1, max: 20, value: 4 });
  const versions = h("input", { type: "number", min: 1, max: 26, value: 1 });
  const format = select(FORMATS, "pdf", () => {});
  const paper = select([["a4", "A4"], ["letter", t("paper.letter")]], "a4", () => {});
  const whole = (input, most) => Math.max(1, Math.min(most, Math.round(Number(input.value)) || 1));
  const save = (what) => trying(async () => {
    const { random, setting } = current();
    const search = searchOf(setting, random);
    const body = { ...asked(random), ...(search ? { search } : {}), count: whole(count, 100), versions: whole(versions, 26), paper: paper.value, format: format.value, what };
    download(`rootward-${what}-${random.seed}.${format.value}`, await postFile("/api/exercise", { ...body, ...(await wordingOf(body)) }));
  });
  return h("div", { class: "fields" }, h("p", { class: "hint" }, t("sheet.hint")),
    field(t("sheet.count"), count), field(t("sheet.versions"), versions), field(t("export.format"), format), field(t("sheet.paper"), paper),
    h("div", { class: "row" }, button(t("sheet.sheet"), () => save("sheet")), button(t("sheet.key"), () => save("key"))));
}

/** The texts of a sheet in the reader's language, sentence by sentence; nothing in English, and for data. */
async function wordingOf(body) {
  if (spoken() === "en" || body.format === "json") return {};
  const { texts } = await post("/api/exercise/texts", body);
  const inWords = (text) => translated(translated(text, "sheet"));
  return { wording: { language: spoken(), texts: Object.fromEntries(texts.map((text) => [text, inWords(text)])) } };
}

/** The search to be done by hand, in the server's words; null for the usual one. */
function searchOf({ algorithm, techniques, cut, fail, order, depth }, { chance }) {
  const method = algorithm !== "engine" ? algorithm : techniques?.includes("star2") ? "star2" : "star1";
  // Without chance nodes, this is what a sheet asks for anyway.
  const isUsual = method === "alpha-beta" && cut === "at" && fail === "soft" && order === "given" && !depth;
  if (isUsual && !chance) return null;
  const free = method === "alpha-beta" ? { cut, fail, order } : {};
  return { method, ...free, ...(depth ? { depth } : {}) };
}
