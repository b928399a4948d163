// Endgame tables: pieces put down by hand, the value of every move and of every square, best play, and how a table is built.

import * as address from "./address.js";
import { get, isAbort, post } from "./api.js";
import { Board } from "./board.js";
import { button, counted, field, freshId, h, select } from "./dom.js";
import { boardOf, readPosition, somewhere, valueShort, valueText, writePosition } from "./ending_position.js";
import { pieceDrawing, pieceName } from "./pieces.js";
import { say, trying } from "./status.js";
import { LinePane, MovesPane, SweepsPane, sweepText } from "./table_panes.js";
import { t } from "./text.js";
import { Transport } from "./transport.js";

const START = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
const SIDES = [["w", t("side.white")], ["b", t("side.black")]];
const NAMES = Object.fromEntries(SIDES);
const MODES = ["values", "walk", "build"].map((mode) => [mode, t(`table.${mode}`)]);
const METRICS = { dtm: t("table.dtm"), dtc: t("table.dtc"), wdl: t("table.wdl") };

export class TableLab {
  name = "table";
  title = t("table.title");
  /** The pieces and the side to move, as put down by hand; in best play, where it begins. */
  #position = null;
  #chosen = null;
  #placing = null;
  #mode = "values";
  #step = 0;
  /** The server's answers: values of the position shown, values of squares, best play, sweeps. */
  #values = null;
  #squares = null;
  #line = null;
  #sweeps = null;
  #endings = [];
  #asked = 0;

  mount(root) {
    this.boards = SIDES.map(([side, name]) => {
      const board = new Board(t("game.to-move", { side: name }), () => {});
      board.grid.addEventListener("keydown", (event) => this.#remove(event));
      const caption = h("figcaption", {}, t("game.to-move", { side: name }));
      return { side, board, caption, element: h("figure", {}, caption, board.element) };
    });
    this.moves = new MovesPane((move) => this.#play(move));
    this.linePane = new LinePane((step) => this.#go(step));
    this.sweepsPane = new SweepsPane((step) => this.#go(step));
    this.said = h("p", { class: "sentence", role: "status" });
    this.legend = h("p", { class: "legend" });
    this.transport = new Transport(this.#reel(), { label: t("table.steps"), cuts: false });
    this.modes = MODES.map(([mode, text]) => button(text, () => this.#enter(mode), { "data-mode": mode, "aria-pressed": "false" }));
    this.example = button(t("table.example"), () => this.#showExample(), { class: "quiet" });
    root.append(this.#controls(),
      h("div", { class: "stage" }, h("div", { class: "row", role: "group", "aria-label": t("table.shown") }, this.modes), this.said,
        h("div", { class: "boards" }, this.boards.map(({ element }) => element)), this.legend, this.transport.element, h("div", { class: "row" }, this.example)),
      h("aside", { class: "panes", "aria-label": t("table.values") }, this.moves.element, this.linePane.element, this.sweepsPane.element));
  }

  #controls() {
    const list = freshId("endings");
    this.known = h("datalist", { id: list });
    this.ending = h("input", { type: "text", list, spellcheck: "false", autocapitalize: "characters", size: 8, onchange: () => this.#setUp(this.ending.value) });
    this.about = h("p", { class: "hint" });
    this.side = select(SIDES, "w", (side) => this.#change({ side }));
    this.palette = [..."KQRBNPkqrbnp"].map((letter) =>
      button(pieceDrawing(letter), () => this.#take(letter), { "data-piece": letter, "aria-label": t("table.put", { piece: pieceName(letter) }), title: pieceName(letter), "aria-pressed": "false" }));
    this.notation = h("input", { type: "text", spellcheck: "false", autocapitalize: "off" });
    const go = () => this.#read(this.notation.value);
    this.notation.addEventListener("keydown", (event) => event.key === "Enter" && go());
    const copy = () => trying(async () => {
      await navigator.clipboard.writeText(this.notation.value);
      say(t("game.copied"));
    });
    const panel = (title, ...content) => h("details", { class: "panel", open: true }, h("summary", {}, title), h("div", { class: "fields" }, content));
    return h("aside", { class: "controls", "aria-label": t("table.ending") },
      panel(t("table.ending"), field(t("table.name"), this.ending), this.known, h("div", { class: "row" }, button(t("table.longest"), () => this.#longest(), { class: "primary" })), this.about),
      panel(t("tree.position"), field(t("setup.side"), this.side),
        h("p", { class: "hint" }, t("table.how")),
        h("div", { class: "palette", role: "group", "aria-label": t("table.new") }, this.palette),
        field(t("game.notation"), this.notation, { class: "field tall" }), h("div", { class: "row" }, button(t("game.go"), go), button(t("game.file.copy"), copy))));
  }

  async open(fields) {
    if (Object.keys(fields).length === 0 && this.#position) return this.#note();
    if (!this.#endings.length) this.#list();
    const wanted = readPosition(fields.position ?? START);
    this.#position = wanted ?? readPosition(START);
    this.#chosen = fields.piece ?? (fields.position ? null : "b2");
    [this.#mode, this.#step, this.#line, this.#sweeps] = ["values", 0, null, null];
    if (fields.mode) await this.#enter(fields.mode, fields.step ?? 0);
    else await this.#refresh();
    if (!wanted) say(t("table.bad.link", { text: fields.position.slice(0, 40) }), "error");
    return undefined;
  }

  close() {
    this.transport.pause();
  }

  key(event) {
    if (event.key === "Escape" && this.#placing) return this.#take(null) ?? true;
    return this.#mode !== "values" && this.transport.key(event);
  }

  async #list() {
    // Without the list an ending can still be typed.
    this.#endings = (await get("/api/endgames").catch(() => null))?.endings ?? [];
    this.known.replaceChildren(...this.#endings.map(({ name }) => h("option", { value: name })));
    this.#tellEnding();
  }

  /** Sets up an ending by its name: where its longest win begins, or anywhere if nothing is won. */
  async #setUp(name) {
    if (!name.trim()) return;
    const line = await post("/api/endgames/line", { ending: name }).catch(() => null);
    const position = line ? readPosition(line.start) : somewhere(name);
    if (!position) return say(t("table.bad.ending", { name: name.slice(0, 20) }), "error");
    this.#begin(position);
  }

  /** Another position, seen by its values, or by its sweeps where these were shown. */
  #begin(position) {
    this.#position = position;
    this.#chosen = [...position.pieces].find(([, letter]) => letter.toLowerCase() !== "k")?.[0] ?? null;
    if (this.#mode !== "build") return this.#leave(true);
    // The link is written before the answer is there: what is noted later belongs to the new entry of the history.
    address.push(this.name, this.#fields());
    return this.#enter("build", this.#step);
  }

  async #longest() {
    const ending = this.ending.value.trim() || this.#values?.ending || "KQK";
    const line = await trying(() => post("/api/endgames/line", { ending }));
    if (!line) return;
    this.#position = readPosition(line.start);
    [this.#line, this.#mode, this.#step, this.#chosen] = [line, "walk", 0, null];
    address.push(this.name, this.#fields());
    await this.#refresh();
  }

  /** Shows values, best play from here, or the sweeps. What the server refuses is told, and values are shown. */
  async #enter(mode, step = 0) {
    this.#position = this.#shown();
    [this.#line, this.#step] = [null, 0];
    const position = writePosition(this.#position);
    if (mode === "walk") this.#line = (await trying(() => post("/api/endgames/line", { position }))) ?? null;
    if (mode === "build") this.#sweeps = (await trying(() => post("/api/endgames/sweeps", { ending: nameOf(this.#position.pieces) }))) ?? null;
    this.#mode = (mode === "walk" && this.#line) || (mode === "build" && this.#sweeps) ? mode : "values";
    this.#step = this.#mode === "values" ? 0 : Math.min(step, this.#steps());
    if (this.#mode === "build") this.#chosen ??= [...this.#position.pieces].find(([, letter]) => letter.toLowerCase() !== "k")?.[0] ?? null;
    await this.#refresh();
  }

  /** Back to values: the position is another one. */
  #leave(push = false) {
    [this.#mode, this.#line, this.#step] = ["values", null, 0];
    if (push) address.push(this.name, this.#fields());
    return this.#refresh();
  }

  /** The position on the board. */
  #shown() {
    const after = this.#mode === "walk" && this.#step > 0 ? this.#line.line[this.#step - 1].after : null;
    return after ? readPosition(after) : this.#position;
  }

  #steps() {
    if (this.#mode === "walk") return this.#line?.line.length ?? 0;
    return this.#mode === "build" ? this.#sweeps.sweeps.length + 1 : 0;
  }

  /** Asks for what is shown, and shows it. */
  async #refresh() {
    const asked = ++this.#asked;
    const shown = this.#shown();
    if (this.#chosen && !shown.pieces.has(this.#chosen)) this.#chosen = null;
    this.#draw(shown);
    const position = this.#mode === "walk" && this.#step > 0 ? this.#line.line[this.#step - 1].after : writePosition(shown);
    const ask = (path, body) => post(`/api/endgames/${path}`, body).catch((error) => (isAbort(error) ? null : { error: error.message }));
    const [values, squares] = await Promise.all([
      this.#mode === "build" ? null : ask("position", { position }),
      this.#chosen ? ask("squares", { position, square: this.#chosen }) : null,
    ]);
    if (asked !== this.#asked) return;
    [this.#values, this.#squares] = [values?.error ? null : values, squares?.error ? null : squares];
    this.#show(shown, values?.error ?? squares?.error);
  }

  /** The pieces, before the values are there. */
  #draw({ pieces, side, passing }) {
    const isBuilt = this.#mode === "build";
    for (const place of this.boards) {
      place.element.hidden = !isBuilt && place.side !== side;
      place.board.show(boardOf(pieces), { pressed: (at) => this.#press(at), dropped: (from, to) => this.#drop(from, to) });
      place.board.choose(this.#chosen);
    }
    this.side.value = side;
    this.side.disabled = isBuilt;
    this.notation.value = writePosition({ pieces, side, passing });
    for (const choice of this.modes) choice.setAttribute("aria-pressed", String(choice.dataset.mode === this.#mode));
    for (const piece of this.palette) piece.setAttribute("aria-pressed", String(piece.dataset.piece === this.#placing));
    this.transport.element.hidden = this.#mode === "values";
    this.example.hidden = !isBuilt || !this.#sweeps.sweeps[this.#step - 1]?.example;
    this.transport.update();
  }

  #show(shown, problem) {
    const isBuilt = this.#mode === "build";
    for (const { side, board } of this.boards) board.tint(this.#tints(side === "w" ? this.#squares?.white : this.#squares?.black, shown));
    this.said.classList.toggle("wrong", Boolean(problem));
    this.said.textContent = problem ?? (isBuilt ? sweepText(this.#sweeps, this.#step) : positionText(this.#values));
    this.#tellLegend(shown);
    this.#tellEnding();
    this.moves.show(this.#values, this.#mode === "walk" ? this.#line.line[this.#step]?.move : null);
    this.linePane.show(this.#mode === "walk" ? this.#line : null, this.#step);
    this.sweepsPane.show(isBuilt ? this.#sweeps : null, this.#step);
    this.#note();
  }

  /** The colours of squares: those of all values, or of those that are settled so far. */
  #tints(values, shown) {
    const isBuilt = this.#mode === "build";
    const last = isBuilt ? this.#sweeps.sweeps[this.#step - 1]?.plies ?? (this.#step ? Infinity : -1) : Infinity;
    const most = Math.max(1, ...Object.values(values ?? {}).map(({ plies }) => plies ?? 0));
    const name = pieceName(shown.pieces.get(this.#chosen) ?? "");
    const tints = {};
    for (const [at, value] of Object.entries(values ?? {})) {
      const isSettled = value.kind === "draw" ? last === Infinity : (value.plies ?? 0) <= last;
      if (!isSettled) continue;
      const much = value.kind === "draw" ? 0.6 : 0.85 - 0.6 * ((value.plies ?? 0) / most);
      tints[at] = { kind: value.kind, text: isBuilt && value.kind !== "draw" ? String(value.plies) : valueShort(value), label: t("table.here", { piece: name, value: valueText(value) }), much };
    }
    return tints;
  }

  #tellLegend({ pieces, side }) {
    const key = (kind, text) => h("span", {}, h("b", { "data-tint": kind, "aria-hidden": "true" }), text);
    if (!this.#chosen || !this.#squares) return this.legend.replaceChildren(this.#values ? t("table.choose") : "");
    const name = pieceName(pieces.get(this.#chosen));
    const isBuilt = this.#mode === "build";
    const where = isBuilt ? t("table.plies", { piece: name }) : t("table.squares", { piece: name, side: NAMES[side] });
    return this.legend.replaceChildren(h("span", {}, where), key("win", t("table.won")), key("draw", t("table.drawn")), key("loss", t("table.lost")), h("span", {}, isBuilt ? t("table.for.mover") : t("table.for.side", { side: NAMES[side] })));
  }

  #tellEnding() {
    const name = this.#values?.ending ?? this.#squares?.ending;
    const entry = this.#endings.find((entry) => entry.name === name);
    if (name && document.activeElement !== this.ending) this.ending.value = name;
    this.about.textContent = entry ? `${t(entry.longest_win_moves ? "table.about.longest" : "table.about", { name, count: counted(entry.positions), moves: entry.longest_win_moves })} ${METRICS[entry.metric] ?? ""}` : "";
  }

  #press(at) {
    const { pieces } = this.#shown();
    if (this.#placing) return this.#put(at, this.#placing);
    if (this.#chosen && this.#chosen !== at && !pieces.has(at)) return this.#drop(this.#chosen, at);
    this.#chosen = pieces.has(at) && this.#chosen !== at ? at : null;
    return void this.#refresh();
  }

  /** A piece goes to another square, or off the board. */
  #drop(from, to) {
    const { pieces, side } = this.#shown();
    const next = new Map(pieces);
    next.delete(from);
    if (to) next.set(to, pieces.get(from));
    this.#chosen = to;
    this.#change({ pieces: next, side });
  }

  #put(at, letter) {
    const { pieces, side } = this.#shown();
    [this.#placing, this.#chosen] = [null, at];
    this.#change({ pieces: new Map([...pieces, [at, letter]]), side });
  }

  /** The position is another one; sweeps go on with it if they are those of its ending. */
  #change(part) {
    const before = this.#shown();
    this.#position = { pieces: before.pieces, side: before.side, ...part };
    if (this.#mode !== "build") return void this.#leave();
    return void (nameOf(before.pieces) === nameOf(this.#position.pieces) ? this.#refresh() : this.#enter("build", this.#step));
  }

  #take(letter) {
    this.#placing = this.#placing === letter ? null : letter;
    for (const piece of this.palette) piece.setAttribute("aria-pressed", String(piece.dataset.piece === this.#placing));
  }

  #remove(event) {
    const at = event.target.closest?.("[data-at]")?.dataset.at;
    if ((event.key !== "Delete" && event.key !== "Backspace") || !at || !this.#shown().pieces.has(at)) return;
    event.preventDefault();
    this.#drop(at, null);
  }

  #read(text) {
    const position = readPosition(text);
    if (!position) return say(t("table.bad.position"), "error");
    return void this.#begin(position);
  }

  #play(move) {
    const expected = this.#mode === "walk" ? this.#line.line[this.#step]?.move : null;
    if (expected === move.move) return this.#go(this.#step + 1);
    if (this.#chosen === move.from) this.#chosen = move.to;
    this.#position = readPosition(move.after);
    return this.#leave(true);
  }

  #showExample() {
    const { example } = this.#sweeps.sweeps[this.#step - 1];
    this.#position = readPosition(example);
    this.#chosen = [...this.#position.pieces].find(([, letter]) => letter.toLowerCase() !== "k")?.[0] ?? null;
    void this.#refresh();
  }

  async #go(step) {
    const next = Math.max(0, Math.min(this.#steps(), step));
    if (next === this.#step) return;
    this.#step = next;
    await this.#refresh();
  }

  /** The steps of best play or of the sweeps, for the stepping bar. */
  #reel() {
    const lab = this;
    return {
      cuts: [],
      get steps() {
        return lab.#steps();
      },
      get wanted() {
        return lab.#step;
      },
      go: (step) => lab.#go(step),
    };
  }

  #note() {
    address.note(this.name, this.#fields());
  }

  #fields() {
    const mode = this.#mode === "values" ? undefined : this.#mode;
    return { position: writePosition(this.#position), piece: this.#chosen ?? undefined, mode, step: (mode && this.#step) || undefined };
  }
}

/** The name of the ending of these pieces. */
function nameOf(pieces) {
  const of = (letters) => [...pieces.values()].filter((letter) => letters.includes(letter)).sort((a, b) => letters.indexOf(a) - letters.indexOf(b)).join("").toUpperCase();
  return of("KQRBNP") + of("kqrbnp");
}

function positionText(values) {
  if (!values) return "";
  const side = NAMES[values.side === "first" ? "w" : "b"];
  if (values.over === "checkmate") return t("table.mated", { side });
  if (values.over === "stalemate") return t("table.stalemate", { side });
  return t("table.position-value", { side, value: valueText(values.score) });
}
