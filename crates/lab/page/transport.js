// Buttons, scrubber and keys that move through the steps of a search. Nothing plays by itself.

import { button, h, s, select, set } from "./dom.js";
import { hasShortcuts } from "./shortcuts.js";
import { t } from "./text.js";

const SPEEDS = [["2000", t("step.slow")], ["1000", t("step.second")], ["400", t("step.quick")], ["120", t("step.fast")]];
/** More marks than this would overlap. */
const MOST_MARKS = 400;

export class Transport {
  #timer = null;
  #pace = 1000;

  /** `reel` has `steps`, `cuts`, `wanted` and `go(step)`; without `cuts`, there are no buttons for them. */
  constructor(reel, { label = t("step.label"), cuts = true } = {}) {
    this.reel = reel;
    this.scrubber = h("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": t("step.word") });
    this.scrubber.addEventListener("input", () => this.#by(() => Number(this.scrubber.value)));
    this.marks = s("svg", { class: "marks", "aria-hidden": "true", preserveAspectRatio: "none" });
    this.count = h("output", { class: "count" });
    const to = (text, label, key, step) =>
      button(text, () => this.#by(step), { "aria-label": label, title: `${label} (${t(`key.${key}`)})`, "aria-keyshortcuts": key });
    this.playing = button("▶", () => this.play(), { class: "play", "aria-label": t("step.play"), title: t("step.play.title"), "aria-keyshortcuts": "Space" });
    this.buttons = {
      Home: to("|◂", t("step.first"), "Home", () => 0),
      p: to("✂◂", t("step.cut.before"), "P", () => this.#cut(-1)),
      ArrowLeft: to("◂", t("step.back"), "ArrowLeft", () => this.reel.wanted - 1),
      " ": this.playing,
      ArrowRight: to("▸", t("step.on"), "ArrowRight", () => this.reel.wanted + 1),
      n: to("▸✂", t("step.cut.next"), "N", () => this.#cut(1)),
      End: to("▸|", t("step.last"), "End", () => this.reel.steps),
    };
    if (!cuts) for (const key of ["p", "n"]) delete this.buttons[key];
    const speed = select(SPEEDS, "1000", (pace) => this.#setPace(Number(pace)), { "aria-label": t("step.speed") });
    this.element = h("div", { class: "transport", role: "group", "aria-label": label },
      h("div", { class: "buttons" }, Object.values(this.buttons)),
      h("div", { class: "scrubber" }, this.marks, this.scrubber), this.count, speed);
  }

  /** Shows the current step. */
  update() {
    const { wanted, steps, cuts } = this.reel;
    set(this.scrubber, "max", steps);
    this.scrubber.value = wanted;
    this.scrubber.setAttribute("aria-valuetext", t("step.now", { number: wanted, all: steps }));
    this.count.textContent = `${wanted} / ${steps}`;
    for (const key of ["Home", "ArrowLeft"]) this.buttons[key].setAttribute("aria-disabled", String(wanted <= 0));
    for (const key of ["End", "ArrowRight"]) this.buttons[key].setAttribute("aria-disabled", String(wanted >= steps));
    this.buttons.p?.setAttribute("aria-disabled", String(this.#cut(-1) === wanted));
    this.buttons.n?.setAttribute("aria-disabled", String(this.#cut(1) === wanted));
  }

  /** Draws the marks of another search. */
  reload() {
    const { steps, cuts } = this.reel;
    set(this.marks, "viewBox", `0 0 ${Math.max(1, steps)} 1`);
    const every = Math.ceil(cuts.length / MOST_MARKS);
    const shown = cuts.filter((_, index) => index % every === 0);
    this.marks.classList.toggle("dense", shown.length > 80);
    this.marks.replaceChildren(...shown.map((cut) => s("line", { x1: cut, x2: cut, y1: 0, y2: 1 })));
    this.pause();
    this.update();
  }

  /** Handles a key; true if it was one of ours. */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const own = this.buttons[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!own || isTaken(event) || (event.key.length === 1 && !hasShortcuts())) return false;
    own.click();
    return true;
  }

  /** Plays or pauses. */
  play() {
    if (this.#timer !== null) return this.pause();
    if (this.reel.wanted >= this.reel.steps) return undefined;
    this.playing.textContent = "❚❚";
    this.playing.setAttribute("aria-label", t("step.pause"));
    return this.#tick();
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.playing.textContent = "▶";
    this.playing.setAttribute("aria-label", t("step.play"));
  }

  #setPace(pace) {
    this.#pace = pace;
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#tick();
  }

  #tick() {
    this.#timer = setTimeout(async () => {
      await this.reel.go(this.reel.wanted + 1);
      this.update();
      if (this.#timer === null) return;
      if (this.reel.wanted >= this.reel.steps) this.pause();
      else this.#tick();
    }, this.#pace);
  }

  #by(step) {
    this.pause();
    this.reel.go(step());
    this.update();
  }

  #cut(direction) {
    const { cuts, wanted } = this.reel;
    const found = direction > 0 ? cuts.find((cut) => cut > wanted) : cuts.findLast((cut) => cut < wanted);
    return found ?? wanted;
  }
}

/** Whether the key has another meaning where it was pressed. */
function isTaken(event) {
  const at = event.target;
  if (at.isContentEditable || at.closest("textarea, select, [role=tree], [role=grid], [role=menu]")) return true;
  if (at.matches("input")) return at.type !== "range" || !["n", "p", " "].includes(event.key.toLowerCase());
  return event.key === " " && at.closest("button, a, summary") !== null;
}
