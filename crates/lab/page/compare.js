// The lecture's table: the cost of the same answer with one more idea in every column, depth by depth, as it is counted.

import * as address from "./address.js";
import { stream } from "./api.js";
import { button, counted, field, h, parseSvg } from "./dom.js";
import { gamePicker } from "./game_picker.js";
import { splitMoves } from "./game_record.js";
import { written } from "./panes.js";
import { trying } from "./status.js";
import { t } from "./text.js";
import { translated, translatedDrawing } from "./translation.js";

const METHODS = ["minimax", "alpha-beta", "best-first", "with-table", "star1", "star2", "everything", "with-proofs"];
const TITLES = { minimax: t("set.words.minimax"), ...Object.fromEntries(["best-first", "with-table", "with-proofs", "everything"].map((method) => [method, t(`compare.${method}`)])) };
const START = { game: "connect-four:8x7", depths: "1..5" };

export class Compare {
  name = "compare";
  title = t("view.compare");
  #fields = { ...START };
  #rows = [];
  #running = null;

  mount(root) {
    this.picker = gamePicker((game) => Object.assign(this.#fields, { game, position: undefined, moves: undefined }) && this.#showFields());
    this.position = h("input", { type: "text", placeholder: t("compare.start"), spellcheck: "false" });
    this.depths = h("input", { type: "text", size: 6, pattern: "\\d+\\.\\.\\d+" });
    this.run = button(t("compare.count"), () => (this.#running ? this.#stop() : this.#count()), { class: "primary" });
    this.state = h("span", { class: "state", role: "status" });
    this.table = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("compare.boards") });
    this.picture = h("div", { class: "plot-frame" });
    const form = h("form", { class: "bar", onsubmit: (event) => event.preventDefault() },
      this.picker.element, field(t("tree.position"), this.position), field(t("compare.depths"), this.depths), this.run, this.state);
    const intro = h("p", { class: "intro" }, t("compare.intro"));
    root.append(h("div", { class: "stage wide" }, form, intro, this.table, this.picture));
  }

  async open(fields) {
    if (Object.keys(fields).length) this.#fields = { ...START, ...fields };
    this.#showFields();
    await this.picker.begin(this.#fields.game);
    address.note(this.name, this.#fields);
  }

  close() {
    this.#stop();
  }

  #showFields() {
    this.position.value = this.#fields.position ?? "";
    this.depths.value = this.#fields.depths;
  }

  #stop() {
    this.#running?.abort();
    this.#running = null;
    this.#showState(t("analysis.stopped"));
  }

  async #count() {
    Object.assign(this.#fields, { game: this.picker.game, position: this.position.value.trim() || undefined, depths: this.depths.value.trim() || "1..5" });
    address.push(this.name, this.#fields);
    const running = (this.#running = new AbortController());
    this.#rows = [];
    this.#showState(t("compare.counting"));
    const { game, position, depths, moves } = this.#fields;
    const done = await trying(async () => {
      await stream("/api/compare", { game, position, depths, moves: moves && splitMoves(moves) }, running.signal, (event) => this.#hear(event));
      return true;
    });
    if (running !== this.#running) return;
    this.#running = null;
    this.#showState(done ? agreement(this.#rows) : "");
  }

  #showState(text) {
    this.run.textContent = this.#running ? t("analysis.stop") : t("compare.count");
    this.state.textContent = text;
  }

  #hear(event) {
    if (event.event !== "row") return;
    this.#rows.push(event);
    const methods = METHODS.filter((method) => this.#rows.some((row) => row.cells.some((cell) => cell.method === method)));
    this.table.replaceChildren(tableOf(this.#rows, methods));
    this.picture.replaceChildren(translatedDrawing(parseSvg(event.svg), "compare"));
  }
}

const agreement = (rows) => (rows.every((row) => row.agree) ? t("compare.agree") : translated(rows.find((row) => !row.agree).disagreement ?? t("compare.disagree"), "compare"));

function tableOf(rows, methods) {
  const head = h("tr", {}, h("th", { scope: "col" }, t("course.depth")), methods.map((method) => h("th", { scope: "col", colspan: 2 }, TITLES[method] ?? method)), h("th", { scope: "col" }, t("compare.minimum")), h("th", { scope: "col" }, t("tally.value")));
  const body = rows.map((row) => {
    const cells = methods.flatMap((method) => {
      const cost = row.cells.find((cell) => cell.method === method)?.cost;
      const ratio = cost && typeof cost.ratio === "number" ? `${(100 * cost.ratio).toFixed(2)} %` : "";
      return [h("td", {}, cost ? counted(cost.boards) : t("compare.many")), h("td", { class: "ratio" }, ratio)];
    });
    const value = row.cells.find((cell) => cell.cost)?.cost.score;
    return h("tr", {}, h("th", { scope: "row" }, row.depth), cells, h("td", {}, row.minimum_boards === null ? "–" : counted(row.minimum_boards)), h("td", {}, written(value)));
  });
  return h("table", { class: "counts-table" }, h("thead", {}, head), h("tbody", {}, body));
}
