// The matrix as a table of fields: payoffs and names to type, best replies marked, eliminated strategies struck out.

import { button, h } from "./dom.js";
import { MOST_STRATEGIES, withColumn, withRow, withoutColumn, withoutRow } from "./matrix_game.js";
import { t } from "./text.js";

export class PayoffTable {
  #game = null;
  #fields = new Map();
  #lines = [];
  #wrong = null;

  /** `typed(game)` is called when a field changed, `reshaped(game)` when a row or column was added or removed, `pasted(text)` for more than one number. */
  constructor({ typed, reshaped, pasted }) {
    Object.assign(this, { typed, reshaped, pasted });
    this.table = h("table", { class: "payoffs" });
    this.wrong = h("p", { class: "wrong", id: "matrix-wrong", role: "alert" });
    this.element = h("div", { class: "payoff-sheet" }, h("div", { class: "scroll" }, this.table), this.wrong);
    this.table.addEventListener("keydown", (event) => this.#key(event));
    this.table.addEventListener("paste", (event) => this.#paste(event));
  }

  /** Shows a game; the field with the focus keeps it, if it still exists. */
  show(game) {
    const focused = this.table.contains(document.activeElement) ? document.activeElement.dataset.field : null;
    this.#game = game;
    this.#fields.clear();
    const { rows, columns, players } = game;
    const head = h("tr", {}, h("td", { class: "corner" }), columns.map((_, column) => this.#heading("columns", column)),
      h("td", { class: "more" }, this.#more("column", columns.length, withColumn)));
    this.#lines = rows.map((_, row) => h("tr", {}, this.#heading("rows", row), columns.map((_, column) => this.#cell(row, column))));
    const last = h("tr", {}, h("td", { class: "more" }, this.#more("row", rows.length, withRow)));
    this.table.replaceChildren(h("caption", {}, captionOf(game)), h("thead", {}, head), h("tbody", {}, this.#lines, last));
    this.table.setAttribute("aria-label", t("matrix.payoffs", { row: players[0], column: players[1] }));
    this.complain(null);
    this.#fields.get(focused)?.focus();
  }

  #more(what, count, change) {
    return button(t(`matrix.add.${what}`), () => this.#reshape(change), { class: "quiet", disabled: count >= MOST_STRATEGIES, "aria-label": t(`matrix.add.${what}.long`) });
  }

  #reshape(change) {
    this.#game = change(this.#game);
    this.reshaped(this.#game);
  }

  #heading(axis, place) {
    const isRow = axis === "rows";
    const what = isRow ? "row" : "column";
    const standIn = `${what[0]}${place + 1}`;
    const input = this.#input(`${axis}.${place}`, this.#game[axis][place], t(`matrix.name.${what}`, { number: place + 1 }), (name) => (this.#game[axis][place] = name));
    input.placeholder = standIn;
    input.classList.add("name");
    fit(input);
    const remove = button("×", () => this.#reshape((game) => (isRow ? withoutRow : withoutColumn)(game, place)), {
      class: "quiet remove", disabled: this.#game[axis].length < 2, "aria-label": t(`matrix.remove.${what}`, { name: this.#game[axis][place] || standIn }), title: t(`matrix.remove.${what}`, { name: this.#game[axis][place] || standIn }),
    });
    // Screen readers need text in a heading; the field alone is none.
    const text = h("span", { class: "offscreen" }, this.#game[axis][place] || standIn);
    return h("th", { scope: isRow ? "row" : "col" }, text, h("span", { class: "head" }, input, remove), h("small", { class: "share" }));
  }

  #cell(row, column) {
    const { cells, players } = this.#game;
    const fields = cells[row][column].map((text, place) => {
      const input = this.#input(`cells.${row}.${column}.${place}`, text, "", (value) => (cells[row][column][place] = value));
      input.dataset.player = players[place];
      input.inputMode = "text";
      return h("span", { class: place ? "pay second" : "pay first" }, input, h("span", { class: "star", "aria-hidden": "true" }));
    });
    return h("td", { class: "payoff" }, fields);
  }

  #input(field, value, label, take) {
    const input = h("input", { type: "text", value, "data-field": field, "aria-label": label, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    fit(input);
    input.addEventListener("input", () => {
      fit(input);
      take(input.value);
      this.typed(this.#game);
    });
    this.#fields.set(field, input);
    return input;
  }

  /** Marks best replies, and strikes out what `gone` says: `{rows, columns, now, by}`, sets of places and the last step. */
  mark(answer, gone, shown) {
    const { best_replies: best, one_number, rows, columns } = answer;
    const isNature = this.#game.kind === "nature";
    for (const [row, line] of this.#lines.entries()) {
      line.classList.toggle("gone", gone.rows.has(row));
      this.#markHeading("rows", line.children[0], row, gone, shown?.row);
      for (const column of columns.keys()) {
        const marks = [!isNature && best.row[row][column], !isNature && best.column[row][column]];
        const cell = line.children[column + 1];
        cell.classList.toggle("gone", gone.columns.has(column));
        cell.classList.toggle("rest", marks[0] && marks[1]);
        const struck = gone.rows.has(row) || gone.columns.has(column) ? t("matrix.left-out") : "";
        for (const [place, holder] of [...cell.children].entries()) {
          const own = one_number ? marks : [marks[place]];
          const stars = one_number ? `${marks[0] ? "*" : ""}${marks[1] ? "°" : ""}` : own[0] ? "*" : "";
          const words = one_number
            ? `${marks[0] ? t("matrix.best-of", { player: answer.players[0] }) : ""}${marks[1] ? t("matrix.best-of", { player: answer.players[1] }) : ""}`
            : own[0] ? t("matrix.best") : "";
          holder.classList.toggle("best", stars !== "");
          holder.lastChild.textContent = stars;
          const [input] = holder.children;
          input.setAttribute("aria-label", `${t("matrix.cell", { player: answer.players[place], row: rows[row], column: columns[column] })}${words}${struck}`);
        }
      }
    }
    const heads = this.table.tHead.rows[0].children;
    for (const column of columns.keys()) {
      heads[column + 1].classList.toggle("gone", gone.columns.has(column));
      this.#markHeading("columns", heads[column + 1], column, gone, shown?.column);
    }
  }

  #markHeading(axis, heading, place, { now, by }, weights) {
    heading.classList.toggle("now", now?.axis === axis && now.place === place);
    heading.classList.toggle("by", now?.axis === axis && by.has(place));
    const weight = weights?.[place] ?? "0";
    const share = heading.querySelector(".share");
    share.textContent = weight === "0" ? "" : weight.length > 13 ? t("matrix.mixed") : weight;
    heading.classList.toggle("used", weight !== "0");
  }

  /** Shows an error at the field that it is about. */
  complain(refused) {
    this.#wrong?.removeAttribute("aria-invalid");
    this.#wrong?.removeAttribute("aria-describedby");
    this.#wrong = refused ? (this.#fields.get(refused.field) ?? null) : null;
    this.#wrong?.setAttribute("aria-invalid", "true");
    this.#wrong?.setAttribute("aria-describedby", this.wrong.id);
    this.wrong.textContent = refused ? refused.message : "";
    this.table.classList.toggle("stale", Boolean(refused));
  }

  /** Pasting more than one number replaces the matrix. */
  #paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (event.target.classList.contains("name") || !/\S[\s;]+\S/.test(text.trim())) return;
    event.preventDefault();
    this.pasted(text);
  }

  /** Up, down and Enter go to the neighbour; left and right do so at the ends of the text. */
  #key(event) {
    const input = event.target;
    if (!input.matches?.("input") || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const { selectionStart: start, selectionEnd: end, value } = input;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0], ArrowLeft: start === 0 && end === 0 ? [0, -1] : null, ArrowRight: start === value.length ? [0, 1] : null }[event.key];
    if (!step) return;
    const grid = [this.table.tHead.rows[0], ...this.#lines].map((line) => [...line.querySelectorAll("input")]);
    const row = grid.findIndex((line) => line.includes(input));
    // The first line has no row heading: its fields are one place, or two, further to the right.
    const wide = this.#game.kind === "bimatrix" ? 2 : 1;
    const along = (line, index) => (line === 0 ? 1 + index * wide : index);
    const back = (line, place) => (line === 0 ? Math.floor((place - 1) / wide) : place);
    const place = along(row, grid[row].indexOf(input));
    const to = step[0] ? grid[row + step[0]]?.[back(row + step[0], place)] : grid[row][grid[row].indexOf(input) + step[1]];
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.select();
  }
}

const captionOf = ({ title, players, kind }) => {
  const who = t(kind === "nature" ? "matrix.chooses.row" : "matrix.chooses.both", { row: players[0], column: players[1] });
  return title ? `${title}: ${who}` : who;
};

/** Makes a field as wide as its text. */
function fit(input) {
  const room = input.classList.contains("name") ? 1 : 2;
  input.style.width = `${Math.max(3, Math.min(24, input.value.length || input.placeholder.length) + room)}ch`;
}
