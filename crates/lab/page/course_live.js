// What a screen of the course shows beside its text: a search to step through, a board with two searches, a matrix, a table.

import { post, stream } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { Duel } from "./duel.js";
import { boardOf, readPosition, valueShort, valueText } from "./ending_position.js";
import { encode } from "./link.js";
import { scoreText } from "./score.js";
import { SearchView } from "./search_view.js";
import { fieldsOf } from "./setting.js";
import { trying } from "./status.js";
import { t } from "./text.js";
import { Transport } from "./transport.js";

const more = (link) => h("p", {}, h("a", { href: link }, t("course.more")));

export class Live {
  #kind = null;
  #shown = 0;

  constructor() {
    this.views = [new SearchView(t("live.first")), new SearchView(t("live.second"))];
    const [first, second] = this.views.map((view) => view.stepper);
    this.transport = new Transport(new Duel(first, second, () => !this.views[1].element.hidden));
    for (const stepper of [first, second]) {
      stepper.addEventListener("loaded", () => this.transport.reload());
      stepper.addEventListener("shown", () => this.transport.update());
    }
    this.searches = h("div", { class: "searches" }, this.views.map((view) => view.element));
    this.element = h("div", { class: "live" });
  }

  /** Shows a screen's part, in place of the one before. */
  show(screen) {
    this.close();
    this.#kind = screen.kind ?? null;
    this.#shown += 1;
    this.element.hidden = this.#kind === null;
    const make = { tree: () => this.#tree(screen), depths: () => this.#depths(screen), matrix: () => matrix(screen.matrix), ending: () => this.#ending(screen), link: () => [more(screen.link)] };
    this.element.replaceChildren(...(make[this.#kind]?.() ?? []));
  }

  close() {
    this.transport.pause();
    for (const { stepper } of this.views) stepper.cancel();
  }

  key(event) {
    return this.#kind === "tree" && this.transport.key(event);
  }

  #tree({ settings, step }) {
    this.views[1].element.hidden = settings.length < 2;
    this.searches.classList.toggle("two", settings.length > 1);
    settings.forEach((setting, index) => void this.views[index].stepper.load(setting, step));
    const { game, position, ...setting } = settings[0];
    const second = settings[1] ? { both: "1", ...fieldsOf({ ...settings[1], game: undefined, position: undefined }, "2") } : {};
    const [view] = this.views;
    return [this.searches, this.transport.element, settings.length > 1 ? "" : view.outlinePane, more(encode("tree", { game, position, ...setting, ...second, step: step || undefined }))];
  }

  /** A position, and what two searches play at each depth. */
  #depths({ position, depth }) {
    const board = new Board(t("live.board"), null);
    board.show(boardOf(readPosition(position).pieces));
    const ways = [["plain", "none"], ["quiet", "none,+quiescence"]];
    const cells = Array.from({ length: depth }, () => ways.map(() => h("td", {}, "…")));
    const rows = cells.map((row, index) => h("tr", {}, h("th", { scope: "row" }, String(index + 1)), row));
    const heads = [t("course.depth"), ...ways.map(([key]) => t(`course.${key}`))].map((text) => h("th", { scope: "col" }, text));
    const shown = this.#shown;
    // Without iterative deepening a search tells only its last depth, so each depth is asked for.
    const ask = (techniques, at, cell) => stream("/api/analyse", { game: "chess", position, techniques, evaluation: "linear", limits: { depth: at } }, undefined, (event) => {
      if (event.event === "answer" && event.best) cell.textContent = `${event.best} (${scoreText(event.score, event.bound)})`;
    });
    void trying(async () => {
      for (const [index, row] of cells.entries()) for (const [column, [, techniques]] of ways.entries()) if (shown === this.#shown) await ask(techniques, index + 1, row[column]);
    });
    return [h("div", { class: "beside" }, board.element, h("table", { class: "both-ways" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows))), more(encode("game", { game: "chess", position, you: "both" }))];
  }

  /** What a piece is worth on every square. */
  #ending({ position, square }) {
    const board = new Board(t("live.board"), null);
    const shown = this.#shown;
    board.show(boardOf(readPosition(position).pieces));
    void trying(async () => {
      const { white } = await post("/api/endgames/squares", { position, square });
      if (shown !== this.#shown) return;
      const most = Math.max(1, ...Object.values(white).map(({ plies }) => plies ?? 0));
      const tint = (value) => ({ kind: value.kind, text: valueShort(value), label: valueText(value), much: value.kind === "draw" ? 0.6 : 0.85 - 0.6 * ((value.plies ?? 0) / most) });
      board.tint(Object.fromEntries(Object.entries(white).map(([at, value]) => [at, tint(value)])));
    });
    return [board.element, more(encode("table", { position: position.split(" ").slice(0, 2).join(" "), piece: square }))];
  }
}

/** A payoff matrix with its best replies, and a link to the lab. */
function matrix(text) {
  const holder = h("div", {});
  void trying(async () => holder.replaceChildren(payoffs(text, (await post("/api/matrix", { text })).best_replies)));
  return [holder, more(encode("matrix", { matrix: text }))];
}

/** The table of a matrix, with stars if best replies are given. */
export function payoffs(text, best = null) {
  const rows = text.split(";").map((row) => row.trim().split(/\s+/).map((cell) => cell.split(",")));
  const star = (marks, row, column) => (best?.[marks][row][column] ? "*" : "");
  const cell = (numbers, row, column) => h("td", { class: "payoff" }, numbers.map((number, player) => h("span", { class: player ? "pay second" : "pay first" }, `${number.replace("-", "−")}${star(player ? "column" : "row", row, column)}`)),
    // In a zero-sum game one number is both players'.
    numbers.length === 1 && best?.column[row][column] ? h("span", { class: "pay second" }, "*") : "");
  return h("table", { class: "payoffs plain" }, h("thead", {}, h("tr", {}, h("td", {}), rows[0].map((_, index) => h("th", { scope: "col" }, `c${index + 1}`)))),
    h("tbody", {}, rows.map((row, index) => h("tr", {}, h("th", { scope: "row" }, `r${index + 1}`), row.map((numbers, column) => cell(numbers, index, column))))));
}
