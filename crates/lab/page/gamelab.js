// The game lab: play, take back, set up, ask the engine, and see why.

import * as address from "./address.js";
import { Analysis } from "./analysis.js";
import { post, stream } from "./api.js";
import { Board } from "./board.js";
import { DiceBox, anySeed } from "./dice_box.js";
import { button, field, h, select } from "./dom.js";
import { gamePicker } from "./game_picker.js";
import { GameRecord } from "./game_record.js";
import { cellsOf, whyPane } from "./game_parts.js";
import { ValueGraph } from "./graph.js";
import { height, labelOf, moodOf, scoreShort, scoreText } from "./score.js";
import { numberBefore } from "./numbered.js";
import { PointsBoard } from "./points_board.js";
import { SetUp } from "./set_up.js";
import { say, trying } from "./status.js";

const LEVELS = Array.from({ length: 10 }, (_, index) => [String(index + 1), `level ${index + 1}`]);
const TIMES = [["t500", "0.5 s a move"], ["t2000", "2 s a move"], ["t5000", "5 s a move"]];
const SEATS = [["first", "first"], ["second", "second"], ["both", "both sides"]];
/** The time for each ply of the graph. */
const GLANCE_MS = 150;
/** With more legal moves, the value of each would get too little of the time; values in games of chance are quick. */
const MOST_VALUED = 12;

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
    this.points = new PointsBoard("Board", { play: (move) => this.#play(move), ask: (steps) => trying(() => post("/api/steps", { ...this.#record.ask, steps })) });
    this.dice = new DiceBox({ roll: () => this.#roll(), choose: (outcome) => this.#play(outcome), changed: () => this.#diceChanged() });
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
      panel("Game", this.picker.element, h("div", { class: "row" }, button("New game", () => this.#newGame(), { class: "primary" }))),
      panel("Opponent", field("You play", this.seat), field("Engine", this.strength), h("div", { class: "row" }, button("Engine, move now", () => this.#answer()))),
      this.dice.panel,
      panel("Position", field("Notation", this.position, { class: "field tall" }),
        h("div", { class: "row" }, button("Go there", paste), button("Copy", copy), this.setUp.toggle), this.setUp.element));
  }

  #stage() {
    const step = (text, label, ply) => button(text, () => this.#go(ply()), { "aria-label": label, title: label });
    const { moves } = this;
    this.legalFold = h("details", { class: "legal-fold", hidden: true }, h("summary", {}, "All moves"), this.legal);
    this.flip = button("Flip", () => this.board.flip(), { "aria-label": "Flip the board", title: "Flip the board" });
    const bar = h("div", { class: "buttons" }, step("|◂", "To the start of the game", () => 0), step("◂ Undo", "Undo", () => this.#before()),
      step("Redo ▸", "Redo", () => this.#record.ply + this.#pace()), step("▸|", "To the end of the game", () => this.#record.moves.length),
      this.flip);
    return h("div", { class: "stage" }, this.turn, this.board.element, this.points.element, this.picture, this.dice.element, this.legalFold, bar, moves, this.graph.element,
      h("div", { class: "row" }, button("Value every ply", () => this.#valueAll(), { class: "quiet" })));
  }

  #panes() {
    return h("aside", { class: "panes", "aria-label": "Analysis" }, this.analysis.element, whyPane(() => this.#record));
  }

  async open(fields) {
    if (fields.level) this.#strength = String(fields.level);
    if (fields.time) this.#strength = `t${fields.time}`;
    if (fields.you) this.#seat = fields.you;
    if (fields.dice) this.dice.mode.value = fields.dice;
    if (fields.seed) this.dice.seed.value = fields.seed;
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

  /** R rolls the dice. */
  key(event) {
    const isTyped = event.target.closest?.("input, textarea, select") || event.ctrlKey || event.altKey || event.metaKey;
    if (event.key !== "r" || isTyped || !this.#view?.chance || this.dice.button.hidden) return false;
    void this.#roll();
    return true;
  }

  /** Starts another game or from another position. If the server refuses the position, everything stays as it was. */
  async #begin(record, push = true) {
    this.analysis.stop();
    const before = this.#record;
    this.#record = record;
    if (!(await this.#refresh())) {
      this.#record = before;
      return;
    }
    this.#turnBoard();
    this.analysis.each.checked = this.#view.has_chance || this.#view.moves.length <= MOST_VALUED;
    if (push) address.push(this.name, this.#fields());
    if (push) void this.#answerIfDue();
  }

  /** Another game has other dice. */
  #newGame() {
    this.dice.seed.value = anySeed();
    return this.#begin(new GameRecord({ game: this.picker.game }));
  }

  #diceChanged() {
    const { dice } = this;
    if (!/^\d{1,18}$/.test(dice.seed.value.trim())) dice.seed.value = anySeed();
    if (!this.#view) return;
    dice.show(this.#view.chance, this.#view.has_chance);
    this.#note();
    void this.#answerIfDue();
  }

  #choose({ strength = this.#strength, seat = this.#seat }) {
    const moved = seat !== this.#seat;
    if (moved) this.#turnBoard(seat);
    [this.#strength, this.#seat] = [strength, seat];
    this.#note();
    if (!moved || !this.#view) return;
    this.#show();
    void this.#answerIfDue();
  }

  get #isPoints() {
    return this.#view?.board?.style === "points";
  }

  get #isDraughts() {
    return this.#view?.board?.style === "draughts";
  }

  /** Shows the board from the side of the player. In draughts the side at the bottom is White, whoever begins. */
  #turnBoard(seat = this.#seat) {
    const isBlack = (this.#view?.side === seat) === (this.#view?.side_name === "Black");
    this.board.flip(this.#isDraughts ? seat !== "both" && isBlack : this.#isPieces && seat === "second");
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
    this.#record.turns[ply] = view.chance ? "chance" : view.side;
    this.board.element.hidden = !view.board?.cells || this.#isPoints;
    this.points.element.hidden = !this.#isPoints;
    this.flip.hidden = !view.board?.cells || this.#isPoints;
    this.picture.hidden = Boolean(view.board?.cells);
    if (this.#isPoints) this.points.show(view.board, !view.chance && !view.outcome && this.#isOurs);
    else if (view.board?.cells) this.board.show(view.board, { last: this.#lastCells });
    if (!view.board?.cells) this.picture.textContent = view.picture;
    this.#showLegal(view);
    this.dice.show(view.chance, view.has_chance);
    this.setUp.offer(view);
    const turn = !view.chance ? `${view.side_name} to move` : view.chance.dice ? `${view.side_name} throws` : "Chance decides";
    this.turn.textContent = view.ending ?? `${turn}${view.board?.check ? ", in check" : ""}`;
    const first = this.#firstMove();
    this.moves.replaceChildren(...moves.map((move, index) => h("li", {}, numberBefore(first.number, first.side, index), button(move, () => this.#go(index + 1), { class: "quiet", "aria-current": index + 1 === ply ? "true" : null }))));
    this.#showGraph();
    this.#note();
  }

  /** The number of the first move here, and its side. */
  #firstMove() {
    const { move_number: number, side } = this.#view;
    if (!number) return {};
    const half = (number - 1) * 2 + (side === "second" ? 1 : 0) - this.#record.ply;
    return { number: Math.floor(half / 2) + 1, side: half % 2 ? "second" : "first" };
  }

  /** Moves as buttons, if there is no board for them, or if a move takes several steps on it. */
  #showLegal(view) {
    const isListed = (!view.board?.cells || this.#isPoints) && !view.chance && !view.outcome;
    this.legalFold.hidden = this.legal.hidden = !isListed;
    this.legalFold.open = !this.#isPoints;
    this.legal.replaceChildren(...(isListed ? view.moves : []).map((move) => button(move, () => this.#play(move))));
  }

  /** Whether the user may move here. */
  get #isOurs() {
    return this.#seat === "both" || this.#view.side === this.#seat;
  }

  #fields() {
    const strength = this.#strength.startsWith("t") ? { time: Number(this.#strength.slice(1)) } : { level: Number(this.#strength) };
    const dice = this.#view?.has_chance ? { dice: this.dice.mode.value, seed: this.dice.seed.value } : {};
    return { ...this.#record.fields, ...strength, you: this.#seat, ...dice };
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

  /** Against the engine, redo plays the user's move and the reply; with dice, one at a time. */
  #pace() {
    return this.#seat === "both" || this.#view?.has_chance ? 1 : 2;
  }

  /** Undo goes back to the user's last choice. */
  #before() {
    const { ply } = this.#record;
    if (!this.#view?.has_chance) return ply - this.#pace();
    const sides = this.#seat === "both" ? ["first", "second"] : [this.#seat];
    const known = sides.map((side) => this.#record.lastTurn(side)).filter((turn) => turn !== undefined);
    return known.length ? Math.max(...known) : ply - 1;
  }

  #answerIfDue() {
    const view = this.#view;
    if (!view || view.outcome) return undefined;
    const isEngines = this.#seat !== "both" && view.side !== this.#seat;
    if (view.chance) return this.#isRolled(isEngines) ? this.#roll() : undefined;
    return isEngines ? this.#answer() : undefined;
  }

  /** Whether the dice roll by themselves: the engine's do, and those of a player who has just chosen that. */
  #isRolled(isEngines) {
    const mode = this.dice.mode.value;
    const { turns, ply } = this.#record;
    return mode === "once" || (mode === "press" && (isEngines || turns[ply - 1] === this.#view.chance.side));
  }

  /** Rolls the dice of the seed. */
  async #roll() {
    if (!this.#view?.chance) return;
    const [record, ply] = [this.#record, this.#record.ply];
    const thrown = await trying(() => post("/api/roll", { ...record.ask, seed: Number(this.dice.seed.value) }));
    if (!thrown || record !== this.#record || record.ply !== ply) return;
    await this.#play(thrown.move);
  }

  async #answer() {
    if (!this.#view || this.#view.outcome) return undefined;
    if (this.#view.chance) return this.#roll();
    const [record, ply, side] = [this.#record, this.#record.ply, this.#view.side];
    const limit = this.#strength.startsWith("t") ? { limits: { time_ms: Number(this.#strength.slice(1)) } } : { level: Number(this.#strength) };
    this.turn.textContent = `${this.#view.side_name} is thinking …`;
    const reply = await trying(() => post("/api/play", { ...record.ask, ...limit }));
    // The user may have taken back a move or started again while the engine thought.
    if (record !== this.#record || record.ply !== ply) return undefined;
    if (!reply) return this.#show();
    if (reply.answer) this.#keep(record, ply, side, reply.answer);
    if (reply.move) record.play(reply.move);
    await this.#refresh();
    // In games of chance the turn may continue, or the engine's dice are next.
    return this.#view.has_chance ? this.#answerIfDue() : undefined;
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
    const { side_names: [first, second], great_advantage: unit } = this.#view;
    const who = score.for === "max" || side === "first" ? first : second;
    const label = labelOf({ score, bound, proven });
    record.values[ply] = { height: height(score, side, unit), text: `${scoreText(score, bound)} for ${who} (${label})`, label };
  }

  /** Evaluates every position of the game. */
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
    this.graph.show(values, moves.length, ply, this.#view.side_names);
  }
}
