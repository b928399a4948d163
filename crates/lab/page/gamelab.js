// The game lab: play, take back, set up, ask the engine, and see why.

import * as address from "./address.js";
import { Analysis } from "./analysis.js";
import { post, stream } from "./api.js";
import { Board } from "./board.js";
import { button, field, h, select } from "./dom.js";
import { gamePicker } from "./game_picker.js";
import { GameRecord } from "./game_record.js";
import { ValueGraph } from "./graph.js";
import { encode } from "./link.js";
import { height, labelOf, moodOf, scoreShort, scoreText } from "./score.js";
import { numberBefore } from "./numbered.js";
import { SetUp } from "./set_up.js";
import { say, trying } from "./status.js";

const LEVELS = Array.from({ length: 10 }, (_, index) => [String(index + 1), `level ${index + 1}`]);
const TIMES = [["t500", "0.5 s a move"], ["t2000", "2 s a move"], ["t5000", "5 s a move"]];
const SEATS = [["first", "first"], ["second", "second"], ["both", "both sides"]];
/** A look at each ply for the graph. */
const GLANCE_MS = 150;
/** So many pawns are a great advantage. */
const PAWNS = 4;

export class GameLab {
  name = "game";
  title = "Game lab";
  #record = new GameRecord();
  #view = null;
  #strength = "5";
  #seat = "first";
  #generation = 0;
  #lastCells = [];

  mount(root) {
    this.board = new Board("Board", (move) => this.#play(move));
    this.picker = gamePicker((game) => this.#begin(new GameRecord({ game })));
    this.graph = new ValueGraph((ply) => this.#go(ply));
    this.analysis = new Analysis(() => this.#place(), (event, place) => this.#hear(event, place));
    this.setUp = new SetUp(this.board, (position) => this.#begin(new GameRecord({ game: this.#record.game, position })));
    this.turn = h("p", { class: "turn", "aria-live": "polite" });
    this.moves = h("ol", { class: "moves-played", "aria-label": "Moves played" });
    this.picture = h("pre", { class: "drawn", hidden: true, tabindex: 0, "aria-label": "Position" });
    this.legal = h("div", { class: "row legal-moves", hidden: true, role: "group", "aria-label": "Legal moves" });
    root.append(this.#controls(), this.#stage(), this.#panes());
  }

  #controls() {
    this.position = h("input", { type: "text", spellcheck: "false", autocapitalize: "off" });
    const paste = () => this.#begin(new GameRecord({ game: this.#record.game, position: this.position.value.trim() }));
    this.position.addEventListener("keydown", (event) => event.key === "Enter" && paste());
    const copy = () => trying(async () => {
      await navigator.clipboard.writeText(this.position.value);
      say("The position is on the clipboard.");
    });
    this.strength = select([...LEVELS, ...TIMES], this.#strength, (value) => this.#choose({ strength: value }));
    this.seat = select(SEATS, this.#seat, (value) => this.#choose({ seat: value }));
    const panel = (title, ...content) => h("details", { class: "panel", open: true }, h("summary", {}, title), h("div", { class: "fields" }, content));
    return h("aside", { class: "controls", "aria-label": "Game" },
      panel("Game", this.picker.element, h("div", { class: "row" }, button("New game", () => this.#begin(new GameRecord({ game: this.picker.game })), { class: "primary" }))),
      panel("Opponent", field("You play", this.seat), field("Engine", this.strength), h("div", { class: "row" }, button("Engine, move now", () => this.#answer()))),
      panel("Position", field("Notation", this.position, { class: "field tall" }),
        h("div", { class: "row" }, button("Go there", paste), button("Copy", copy), this.setUp.toggle), this.setUp.element));
  }

  #stage() {
    const step = (text, label, ply) => button(text, () => this.#go(ply()), { "aria-label": label, title: label });
    const { moves } = this;
    const bar = h("div", { class: "buttons" }, step("|◂", "To the start of the game", () => 0), step("◂ Undo", "Undo", () => this.#record.ply - this.#pace()),
      step("Redo ▸", "Redo", () => this.#record.ply + this.#pace()), step("▸|", "To the end of the game", () => this.#record.moves.length),
      button("Flip", () => this.board.flip(), { "aria-label": "Flip the board", title: "Flip the board" }));
    return h("div", { class: "stage" }, this.turn, this.board.element, this.picture, this.legal, bar, moves, this.graph.element,
      h("div", { class: "row" }, button("Value every ply", () => this.#valueAll(), { class: "quiet" })));
  }

  #panes() {
    this.depth = h("input", { type: "number", min: 1, max: 12, value: 3 });
    const why = () => {
      const { game, start, played } = this.#record;
      location.hash = encode("tree", { game, position: start, moves: played.join(" "), algorithm: "alpha-beta", depth: Math.max(1, Math.round(Number(this.depth.value)) || 3) });
    };
    const box = h("section", { class: "pane" }, h("h2", {}, "Why this move?"),
      h("p", { class: "hint" }, "Opens the search from this position as a tree, with the board beside every node."),
      h("div", { class: "row" }, field("Plies", this.depth), button("Show the search", why)));
    return h("aside", { class: "panes", "aria-label": "Analysis" }, this.analysis.element, box);
  }

  async open(fields) {
    if (fields.level) this.#strength = String(fields.level);
    if (fields.time) this.#strength = `t${fields.time}`;
    if (fields.you) this.#seat = fields.you;
    this.strength.value = this.#strength;
    this.seat.value = this.#seat;
    if (Object.keys(fields).length === 0 && this.#view) return this.#note();
    const record = new GameRecord(fields);
    await this.picker.begin(record.game);
    await this.#begin(record, false);
    return undefined;
  }

  close() {
    this.analysis.stop();
  }

  key() {
    return false;
  }

  /** Another game or another start. A position that the server refuses leaves everything as it was. */
  async #begin(record, push = true) {
    this.analysis.stop();
    const before = this.#record;
    this.#record = record;
    if (!(await this.#refresh())) {
      this.#record = before;
      return;
    }
    this.board.flip(this.#isPieces && this.#seat === "second");
    // Of thirty moves each would get a thirtieth of the time.
    this.analysis.each.checked = !this.#isPieces;
    if (push) address.push(this.name, this.#fields());
    if (push) void this.#answerIfDue();
  }

  #choose({ strength = this.#strength, seat = this.#seat }) {
    const moved = seat !== this.#seat;
    if (moved) this.board.flip(this.#isPieces && seat === "second");
    [this.#strength, this.#seat] = [strength, seat];
    this.#note();
    if (moved) void this.#answerIfDue();
  }

  get #isPieces() {
    return this.#view?.board?.style === "pieces";
  }

  /** Shows the position; false if there is none. */
  async #refresh() {
    const generation = ++this.#generation;
    const { ask, played } = this.#record;
    const before = played.length ? post("/api/view", { ...ask, moves: played.slice(0, -1) }).catch(() => null) : null;
    const view = await trying(() => post("/api/view", ask));
    this.#lastCells = cellsOf(await before, played.at(-1));
    if (!view || generation !== this.#generation) return view !== undefined;
    this.#view = view;
    const again = this.analysis.isRunning;
    this.analysis.stop();
    this.analysis.clear();
    this.#show();
    if (again && !view.outcome) void this.analysis.start();
    return true;
  }

  #show() {
    const view = this.#view;
    const { moves, ply } = this.#record;
    this.position.value = view.position;
    this.board.element.hidden = !view.board?.cells;
    this.picture.hidden = this.legal.hidden = Boolean(view.board?.cells);
    if (view.board?.cells) this.board.show(view.board, { last: this.#lastCells });
    else this.#showDrawn(view);
    this.setUp.offer(view);
    this.turn.textContent = view.outcome ? outcomeText(view) : `${view.side_name} to move${view.board?.check ? ", in check" : ""}`;
    const first = this.#firstMove();
    this.moves.replaceChildren(...moves.map((move, index) => h("li", {}, numberBefore(first.number, first.side, index), button(move, () => this.#go(index + 1), { class: "quiet", "aria-current": index + 1 === ply ? "true" : null }))));
    this.#showGraph();
    this.#note();
  }

  /** The number of the game's first move here, and whose it is. */
  #firstMove() {
    const { move_number: number, side } = this.#view;
    if (!number) return {};
    const half = (number - 1) * 2 + (side === "second" ? 1 : 0) - this.#record.ply;
    return { number: Math.floor(half / 2) + 1, side: half % 2 ? "second" : "first" };
  }

  #showDrawn(view) {
    this.picture.textContent = view.picture;
    this.legal.replaceChildren(...view.moves.map((move) => button(move, () => this.#play(move))));
  }

  #fields() {
    const strength = this.#strength.startsWith("t") ? { time: Number(this.#strength.slice(1)) } : { level: Number(this.#strength) };
    return { ...this.#record.fields, ...strength, you: this.#seat };
  }

  #note() {
    address.note(this.name, this.#fields());
  }

  async #play(move) {
    const wasRunning = this.analysis.isRunning;
    this.#record.play(move);
    if (!(await this.#refresh())) return this.#record.strike();
    await this.#answerIfDue();
    if (wasRunning && !this.#view.outcome && !this.analysis.isRunning) void this.analysis.start();
    return undefined;
  }

  #go(ply) {
    this.#record.go(ply);
    return this.#refresh();
  }

  /** Against the engine, undo takes back its move and ours. */
  #pace() {
    return this.#seat === "both" ? 1 : 2;
  }

  #answerIfDue() {
    const isEngines = this.#view && !this.#view.outcome && this.#seat !== "both" && this.#view.side !== this.#seat;
    return isEngines ? this.#answer() : undefined;
  }

  async #answer() {
    if (!this.#view || this.#view.outcome) return;
    const [record, ply, side] = [this.#record, this.#record.ply, this.#view.side];
    const limit = this.#strength.startsWith("t") ? { limits: { time_ms: Number(this.#strength.slice(1)) } } : { level: Number(this.#strength) };
    this.turn.textContent = `${this.#view.side_name} is thinking …`;
    const reply = await trying(() => post("/api/play", { ...record.ask, ...limit }));
    // The user may have taken back or begun anew while the engine thought.
    if (record !== this.#record || record.ply !== ply) return;
    if (!reply) return this.#show();
    if (reply.answer) this.#keep(record, ply, side, reply.answer);
    if (reply.move) record.play(reply.move);
    await this.#refresh();
  }

  #place() {
    const record = this.#record;
    return { ask: record.ask, record, ply: record.ply, side: this.#view?.side, number: this.#view?.move_number };
  }

  #hear(event, { record, ply, side }) {
    if (event.event === "values") this.board.heat(Object.fromEntries(event.moves.map((entry) => [entry.move, { text: scoreShort(entry.score), kind: moodOf(entry.score) }])));
    else if (event.score) this.#keep(record, ply, side, event);
    const lines = event.lines?.length ? event.lines : [event];
    if (event.line && record === this.#record && record.ply === ply) this.board.arrows(lines.slice(0, 3).map((line) => line.line[0]).filter(Boolean));
    if (record === this.#record) this.#showGraph();
  }

  #keep(record, ply, side, { score, bound, proven }) {
    const [first, second] = this.#isPieces ? ["White", "Black"] : ["the first side", "the second side"];
    const who = score.for === "max" ? "MAX" : side === "first" ? first : second;
    const label = labelOf({ score, bound, proven });
    record.values[ply] = { height: height(score, side, this.#isPieces ? PAWNS : undefined), text: `${scoreText(score, bound)} for ${who} (${label})`, label };
  }

  /** A look at every position of the game. */
  async #valueAll() {
    const record = this.#record;
    const { game, start, moves } = record;
    await trying(() => stream("/api/graph", { game, position: start, moves, limits: { time_ms: GLANCE_MS } }, undefined, (event) => {
      if (event.event !== "value") return;
      this.#keep(record, event.ply, event.side, event);
      if (record === this.#record) this.#showGraph();
    }));
  }

  #showGraph() {
    const { values, moves, ply } = this.#record;
    const names = [["X", "O"], ["White", "Black"]].find((pair) => pair.includes(this.#view.side_name));
    this.graph.show(values, moves.length, ply, names ?? ["First side", "Second side"]);
  }
}

/** The cells that a move touched, as the view before it knows them. */
function cellsOf(before, move) {
  const found = before?.board?.moves.find(({ text }) => text === move);
  return found ? [found.from, found.to].filter(Boolean) : [];
}

function outcomeText({ outcome, board, moves }) {
  const isPieces = board?.style === "pieces";
  if (outcome.kind === "win") return `${isPieces ? "Checkmate: " : ""}${outcome.side_name} has won.`;
  if (outcome.kind === "draw") return isPieces && moves.length === 0 ? "Stalemate: a draw." : "A draw.";
  return `The game is over: ${outcome.value}.`;
}
