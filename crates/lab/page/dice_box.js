// Dice: rolled from a seed, on a press or at once, or chosen by hand.

import { button, field, h, select } from "./dom.js";
import { t } from "./text.js";

const MODES = [["press", t("dice.press")], ["once", t("dice.once")], ["hand", t("dice.hand")]];
/** Large enough that two games rarely have the same seed, small enough to be copied by hand. */
const SEEDS = 1_000_000;

/** A random seed. */
export const anySeed = () => String(Math.floor(Math.random() * SEEDS));

export class DiceBox {
  /** `roll()` is called to roll the dice, `choose(outcome)` when one was chosen by hand, `changed()` for another seed or mode. */
  constructor({ roll, choose, changed }) {
    this.choose = choose;
    this.button = button(t("dice.roll"), roll, { class: "primary", title: t("dice.title"), "aria-keyshortcuts": "R" });
    this.mode = select(MODES, "press", changed);
    this.seed = h("input", { type: "text", inputmode: "numeric", size: 8, value: anySeed(), spellcheck: "false", onchange: changed });
    this.outcomes = h("div", { class: "row outcomes", role: "group", "aria-label": t("dice.can") });
    this.byHand = h("details", {}, h("summary", {}, t("dice.choose")), this.outcomes);
    this.panel = h("details", { class: "panel", open: true, hidden: true }, h("summary", {}, t("source.dice")),
      h("div", { class: "fields" }, field(t("source.dice"), this.mode), field(t("random.seed"), this.seed)));
    this.element = h("div", { class: "dice-box", hidden: true }, this.button, this.byHand);
  }

  /** Shows the possible outcomes at a position, or nothing. */
  show(chance, hasChance) {
    this.panel.hidden = !hasChance;
    this.element.hidden = !chance;
    if (!chance) return;
    const isHand = this.mode.value === "hand";
    this.button.hidden = isHand;
    this.byHand.open = isHand;
    this.outcomes.replaceChildren(...chance.outcomes.map(({ outcome, probability }) =>
      button(outcome, () => this.choose(outcome), { title: `${(100 * probability).toFixed(1)} %`, "aria-label": `${outcome}, ${(100 * probability).toFixed(1)} %` })));
  }
}
