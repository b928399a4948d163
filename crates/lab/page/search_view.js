// The view of one search: picture, sentence, outline, pseudo-code and stack of a stepper, all in step.

import { button, h } from "./dom.js";
import { Board } from "./board.js";
import { Outline } from "./outline.js";
import { CallStack, PseudoCode } from "./panes.js";
import { Picture } from "./picture.js";
import { PointsBoard } from "./points_board.js";
import { inWords } from "./setting.js";
import { Stepper } from "./stepper.js";
import { t } from "./text.js";
import { translated } from "./translation.js";

export class SearchView {
  #chosen = null;

  constructor(label) {
    this.stepper = new Stepper();
    this.picture = new Picture(t("live.picture", { label }), (mark) => this.#clicked(mark));
    this.caption = h("p", { class: "caption" });
    this.sentence = h("p", { class: "sentence", "aria-live": "polite", "aria-atomic": "true" });
    this.node = h("p", { class: "picked" });
    this.outline = new Outline(t("live.every", { label }), (row) => this.#chosenRow(row), (visit) => this.stepper.toggle(visit), (visit) => this.stepper.isOpened(visit));
    this.pseudo = new PseudoCode();
    this.stack = new CallStack();
    this.board = new Board(t("live.node"), null);
    this.points = new PointsBoard(t("live.node"));
    this.boardPane = h("section", { class: "pane", hidden: true }, h("h2", {}, t("live.at")), this.board.element, this.points.element);
    this.outlinePane = h("section", { class: "pane" }, h("h2", {}, t("live.list")),
      h("p", { class: "hint" }, t("live.list.hint")), this.outline.element);
    this.picture.element.append(this.#waiting());
    this.element = h("div", { class: "search" }, this.caption, this.picture.element, this.sentence, this.node);
    this.stepper.addEventListener("shown", () => this.#show());
  }

  /** What is seen while a search is under way: how long it has taken, and a way out. */
  #waiting() {
    const message = h("p", { class: "state", role: "status" });
    const cancel = button(t("wait.cancel"), () => {
      this.stepper.cancel();
      message.textContent = t("wait.cancelled");
      cancel.hidden = true;
    });
    const element = h("div", { class: "waiting", hidden: true }, message, cancel);
    let timer = null;
    this.stepper.addEventListener("waits", () => {
      clearInterval(timer);
      const begun = performance.now();
      cancel.hidden = false;
      timer = setInterval(() => {
        const seconds = Math.floor((performance.now() - begun) / 1000);
        element.hidden = false;
        message.textContent = seconds < 1 ? t("wait.search") : t("wait.seconds", { seconds });
      }, 400);
    });
    this.stepper.addEventListener("settled", () => {
      clearInterval(timer);
      // A cancelled search leaves its sentence; one that was refused has its own message.
      if (!cancel.hidden) element.hidden = true;
    });
    this.stepper.addEventListener("loaded", () => (element.hidden = true));
    return element;
  }

  #show() {
    const { frame, step, steps, setting } = this.stepper;
    const current = frame.tree.find((row) => row.current)?.id;
    this.caption.textContent = setting ? inWords(setting) : "";
    this.picture.show(frame.svg, current);
    this.sentence.replaceChildren(...sentenceParts(frame.step, step, steps));
    this.outline.show(frame.tree);
    this.pseudo.show(frame.pseudo);
    this.stack.show(frame.stack ?? []);
    this.boardPane.hidden = !frame.board;
    const shown = frame.board?.style === "points" ? this.points : this.board;
    for (const board of [this.board, this.points]) board.element.hidden = board !== shown;
    if (frame.board) shown.show(frame.board);
    this.#showChosen();
  }

  #clicked(mark) {
    if (mark.dataset.open !== undefined) void this.stepper.toggle(mark.dataset.open);
    else this.#choose(mark.id);
  }

  #chosenRow(row) {
    if (row.opens !== undefined) void this.stepper.toggle(row.opens);
    else this.#goToChange(row);
  }

  #choose(id) {
    this.#chosen = id;
    this.#showChosen();
  }

  #showChosen() {
    const { frame, step } = this.stepper;
    const row = frame?.tree.find((row) => row.id === this.#chosen);
    if (!row) return this.node.replaceChildren();
    const changed = frame.last_change?.[row.node];
    const can = changed !== undefined && changed !== step;
    const go = can ? button(t("live.go", { step: changed }), () => this.#goToChange(row), { class: "quiet" }) : "";
    return this.node.replaceChildren(`${row.label} `, go);
  }

  #goToChange(row) {
    this.#choose(row.id);
    const changed = this.stepper.frame?.last_change?.[row.node];
    if (changed !== undefined) void this.stepper.go(changed);
  }
}

const KINDS = Object.fromEntries(["enter", "leaf", "update", "cut", "leave", "share", "table-hit", "stand-pat"].map((kind) => [kind, t(`kind.${kind}`)]));

function sentenceParts(step, number, steps) {
  if (!step) return [h("span", { class: "number" }, t("step.of", { number: 0, all: steps })), h("span", { class: "said" }, t("step.none"))];
  const kind = KINDS[step.kind] ?? step.kind.replaceAll("-", " ");
  return [
    h("span", { class: "number" }, t("step.of", { number, all: steps })),
    h("span", { class: "kind", "data-kind": step.kind }, kind),
    h("span", { class: "said" }, translated(step.sentence)),
  ];
}
