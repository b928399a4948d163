// The game lab: play, take back, set up, ask the engine, and see why.

import * as address from "./address.js";
import { Analysis } from "./analysis.js";
import { post, stream } from "./api.js";
import { Board } from "./board.js";
import { Clock } from "./clock.js";
import { DiceBox, anySeed } from "./dice_box.js";
import { button, field, h, select } from "./dom.js";
import { EvalBar } from "./eval_bar.js";
import { Variations, gameFile } from "./game_file.js";
import { gamePicker } from "./game_picker.js";
import { GameRecord } from "./game_record.js";
import { cellsOf, isTurned, treeLink } from "./game_parts.js";
import { GameValues } from "./game_values.js";
import { moodOf, scoreShort } from "./score.js";
import { firstMove, numberBefore } from "./numbered.js";
import { PigBoard, pigOf } from "./pig_board.js";
import { PointsBoard } from "./points_board.js";
import { SetUp } from "./set_up.js";
import { Hint } from "./hint.js";
import { openingOf } from "./openings.js";
import { hasShortcuts } from "./shortcuts.js";
import { Slides } from "./slides.js";
import { say, trying } from "./status.js";
import { t } from "./text.js";
import { sideName, translated } from "./translation.js";
import { Why } from "./why.js";

const LEVELS = Array.from({ length: 10 }, (_, index) => [String(index + 1), t("game.level", { level: index + 1 })]);
const TIMES = [["t500", t("game.500")], ["t2000", t("game.2000")], ["t5000", t("game.5000")]];
const SEATS = [["first", t("game.seat.first")], ["second", t("game.seat.second")], ["both", t("game.both")], ["none", t("game.seat.none")]];
/** Between two moves of engine against engine, so that they can be followed. */
const PAUSE = 400;
/** With more legal moves, the value of each would get too little of the time; values in games of chance are quick. */
const MOST_VALUED = 12;

export class GameLab {
  name = "game";
  title = t("view.game");
  #record = new GameRecord();
  #view = null;
  #strength = "5";
  #seat = "first";
  /** The request under way: until it is answered, the board takes no move. */
  #pending = null;

  mount(root) {
    this.board = new Board(t("game.board"), (move) => this.#play(move));
    this.points = new PointsBoard(t("game.board"), { play: (move) => this.#play(move), ask: (steps) => trying(() => post("/api/steps", { ...this.#record.ask, steps })) });
    this.dice = new DiceBox({ roll: () => this.#roll(), choose: (outcome) => this.#play(outcome), changed: () => this.#diceChanged() });
    this.picker = gamePicker((game) => this.#begin(new GameRecord({ game })));
    this.values = new GameValues(() => ({ record: this.#record, view: this.#view }), (ply) => this.#go(ply));
    this.analysis = new Analysis(() => this.#place(), (event, place) => this.#hear(event, place));
    this.why = new Why(() => this.#place(), treeLink(() => this.#record));
    this.slides = new Slides(this.board.grid, (move) => this.#play(move));
    this.pig = new PigBoard();
    this.setUp = new SetUp(this.board, this.points, (position) => this.#begin(new GameRecord({ game: this.#record.game, position })), () => this.#show());
    this.bar = new EvalBar();
    this.clock = new Clock((side) => this.#timeIsUp(side));
    this.variations = new Variations((index) => this.#takeVariation(index));
    this.hint = new Hint(() => this.#place(), (move) => this.board.arrows([move]));
    this.opening = h("p", { class: "opening" });
    this.turn = h("p", { class: "turn", "aria-live": "polite" });
    this.announced = h("p", { class: "offscreen announced", role: "status" });
    this.moves = h("ol", { class: "moves-played", "aria-label": t("game.played") });
    this.picture = h("pre", { class: "drawn", hidden: true, tabindex: 0, "aria-label": t("tree.position") });
    this.legal = h("div", { class: "row legal-moves", hidden: true, role: "group", "aria-label": t("game.legal") });
    root.append(this.#controls(), this.#stage(), this.#panes());
  }

  #controls() {
    this.position = h("input", { type: "text", spellcheck: "false", autocapitalize: "off" });
    const paste = () => this.#begin(new GameRecord({ game: this.#record.game, position: this.position.value.trim() }));
    this.position.addEventListener("keydown", (event) => event.key === "Enter" && paste());
    const copy = () => trying(async () => {
      await navigator.clipboard.writeText(this.position.value);
      say(t("game.copied"));
    });
    this.strength = select([...LEVELS, ...TIMES], this.#strength, (value) => this.#choose({ strength: value }));
    this.seat = select(SEATS, this.#seat, (value) => this.#choose({ seat: value }));
    const panel = (title, ...content) => h("details", { class: "panel", open: true }, h("summary", {}, title), h("div", { class: "fields" }, content));
    return h("aside", { class: "controls", "aria-label": t("game.game") },
      panel(t("game.game"), this.picker.element, h("div", { class: "row" }, button(t("game.new"), () => this.#newGame(), { class: "primary" }))),
      panel(t("game.opponent"), field(t("game.you"), this.seat), field(t("game.engine"), this.strength), field(t("game.clock"), this.clock.choice), h("div", { class: "row" }, button(t("game.now"), () => this.#answer()))),
      this.dice.panel,
      panel(t("tree.position"), field(t("game.notation"), this.position, { class: "field tall" }),
        h("div", { class: "row" }, button(t("game.go"), paste), button(t("game.file.copy"), copy), this.setUp.toggle), this.setUp.element),
      panel(t("game.file"), ...gameFile(() => ({ record: this.#record, you: this.#seat, level: this.#limit().level }), (record) => this.#load(record))));
  }

  #stage() {
    const step = (text, label, ply) => button(text, () => this.#go(ply()), { "aria-label": label, title: label });
    const { moves } = this;
    this.legalFold = h("details", { class: "legal-fold", hidden: true }, h("summary", {}, t("game.all")), this.legal);
    this.flip = button(t("game.flip"), () => this.#flip(), { "aria-label": t("game.flip.board"), title: t("game.flip.board") });
    const bar = h("div", { class: "buttons" }, step("|◂", t("game.first"), () => 0), button(t("game.undo.word"), () => this.#undo(), { "aria-label": t("game.undo"), title: t("game.undo") }),
      step(t("game.redo.word"), t("game.redo"), () => this.#record.ply + this.#pace()), step("▸|", t("game.last"), () => this.#record.moves.length),
      this.flip, this.hint.button);
    const framed = h("div", { class: "with-bar" }, this.bar.element, this.board.element);
    // Before the first answer there is nothing to be seen.
    return (this.stage = h("div", { class: "stage", hidden: true }, this.turn, this.clock.element, this.opening, this.hint.message, this.announced, framed, this.points.element, this.pig.element, this.picture, this.slides.element, this.dice.element, this.legalFold, bar, moves, this.variations.element, this.values.element,
      h("div", { class: "row" }, button(t("game.values"), () => this.values.valueAll(), { class: "quiet" }))));
  }

  #panes() {
    return h("aside", { class: "panes", "aria-label": t("game.analysis") }, this.analysis.element, this.why.element);
  }

  async open(fields) {
    if (fields.level) this.#strength = String(fields.level);
    if (fields.time) this.#strength = `t${fields.time}`;
    // A link that shows a position and names no player is to be looked at: the engine does not move.
    if (fields.you) this.#seat = fields.you;
    else if (fields.moves || fields.position) this.#seat = "both";
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
    this.why.stop();
    this.hint.clear();
    this.clock.stop();
    if (this.#seat === "none") this.#choose({ seat: "both" });
  }

  /** R rolls the dice, arrows slide tiles. */
  key(event) {
    if (!event.ctrlKey && !event.altKey && !event.metaKey && this.slides.key(event)) return true;
    if (!hasShortcuts()) return false;
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
    // The cells of the last move are known from the view before it.
    const { ask, played, ply } = record;
    const earlier = played.length ? post("/api/view", { ...ask, moves: played.slice(0, -1) }).catch(() => null) : null;
    const begun = () => {
      this.#turnBoard();
      this.analysis.each.checked = this.#view.has_chance || this.#view.moves.length <= MOST_VALUED;
      if (push) address.push(this.name, this.#fields());
    };
    void earlier?.then((view) => {
      if (!view || record !== this.#record) return;
      record.views[ply - 1] = view;
      if (this.#view && record.views[record.ply] === this.#view) this.#show();
    });
    // At an earlier ply the moves after it are kept: the engine waits.
    const isPlayed = ply === record.moves.length;
    if ((await this.#turns({ begun, isPlayed })) === false && record === this.#record && !record.views[record.ply]) this.#record = before;
  }

  /** Another game has other dice. */
  #newGame() {
    this.dice.seed.value = anySeed();
    this.clock.reset();
    return this.#begin(new GameRecord({ game: this.picker.game }));
  }

  /** A game from a file is looked at: the engine waits. */
  #load(record) {
    this.#choose({ seat: "both" });
    this.seat.value = "both";
    void this.picker.begin(record.game);
    return this.#begin(record);
  }

  #flip(flipped) {
    this.board.flip(flipped);
    this.bar.flip(this.board.isFlipped);
  }

  #timeIsUp(side) {
    this.#pending?.abort();
    this.#pending = null;
    const { side_names: names } = this.#view;
    say(t("game.clock.over", { side: sideName(names[side === "first" ? 0 : 1]) }));
    this.#show();
  }

  async #takeVariation(index) {
    this.#record.take(index);
    await this.#turns({ isPlayed: false });
  }

  #diceChanged() {
    const { dice } = this;
    if (!/^\d{1,18}$/.test(dice.seed.value.trim())) dice.seed.value = anySeed();
    if (!this.#view) return;
    dice.show(this.#view.chance, this.#view.has_chance);
    this.#note();
    void this.#resume();
  }

  #choose({ strength = this.#strength, seat = this.#seat }) {
    const moved = seat !== this.#seat;
    if (moved) this.#turnBoard(seat);
    [this.#strength, this.#seat] = [strength, seat];
    this.#note();
    if (!moved || !this.#view) return;
    void this.#resume();
  }

  get #isPoints() {
    return this.#view?.board?.style === "points";
  }

  /** Shows the board from the side of the player. */
  #turnBoard(seat = this.#seat) {
    this.#flip(isTurned(this.#view, seat));
  }

  /**
   * Asks for the current position and for the engine's moves from there, in one request. False if the server refuses,
   * null if another request took its place.
   * `begun()` is called with the first view; `isPlayed` is false where the engine shall wait.
   */
  async #turns({ begun = () => {}, isPlayed = true } = {}) {
    const record = this.#record;
    this.#pending?.abort();
    const pending = (this.#pending = new AbortController());
    const mode = this.dice.mode.value;
    const dice = isPlayed && mode !== "hand" && this.#seat !== "none" ? { roll: mode, dice_seed: Number(this.dice.seed.value) } : {};
    const engine = isPlayed && ["first", "second"].includes(this.#seat) ? { engine: this.#seat === "first" ? "second" : "first" } : {};
    const done = await trying(async () => {
      await stream("/api/turn", { ...record.ask, ...engine, ...dice, ...this.#limit() }, pending.signal, (event) => {
        if (pending !== this.#pending || record !== this.#record) return;
        this.#hearTurn(event, record);
        if (event.event === "view") begun();
      });
      return true;
    });
    if (pending !== this.#pending) return null;
    this.#pending = null;
    if (record !== this.#record) return null;
    if (record.views[record.ply]) this.#show();
    if (done && isPlayed && this.#seat === "none") this.#goOn();
    return Boolean(done);
  }

  /** Engine against engine: the next move, in a moment. */
  #goOn() {
    const [record, ply] = [this.#record, this.#record.ply];
    setTimeout(() => {
      const isStill = this.#seat === "none" && record === this.#record && ply === record.ply && !this.clock.isFallen;
      if (isStill && !this.#view.outcome) void this.#answer();
    }, PAUSE);
  }

  /** A view, a throw, or a move of the engine with the view after it. */
  #hearTurn(event, record) {
    if (event.event === "roll") record.play(event.move);
    if (event.event === "move") {
      const { side, side_name: name } = record.views[record.ply];
      if (event.answer) this.values.keep(record, record.ply, side, event.answer);
      record.play(event.move);
      this.announced.textContent = t("game.plays", { side: sideName(name), move: event.move });
    }
    this.#arrive(event.view);
  }

  /** Another position is there. */
  #arrive(view) {
    this.#record.see(view);
    this.#view = view;
    const again = this.analysis.isRunning;
    this.analysis.stop();
    this.analysis.clear();
    this.why.clear();
    this.hint.clear();
    this.#show();
    if (again && !view.outcome) void this.analysis.start();
  }

  /** The strength of the engine, as the server takes it. */
  #limit() {
    return this.#strength.startsWith("t") ? { limits: { time_ms: Number(this.#strength.slice(1)) } } : { level: Number(this.#strength) };
  }

  #show() {
    const view = this.#view;
    const { moves, ply, played, views } = this.#record;
    const isLocked = !view.chance && (this.#pending !== null || !this.#isOurs || this.clock.isFallen);
    this.stage.hidden = false;
    this.clock.run(view.outcome || view.chance ? null : view.side, view.side_names);
    this.opening.textContent = translated(openingOf(this.#record), "opening");
    this.variations.show(this.#record);
    this.bar.show(this.#record);
    this.bar.element.hidden = !view.board?.cells || this.#isPoints;
    this.hint.button.disabled = isLocked || Boolean(view.chance || view.outcome);
    const isDrawnPig = pigOf(view) !== null;
    this.position.value = view.position;
    this.board.element.hidden = !view.board?.cells || this.#isPoints;
    this.points.element.hidden = !this.#isPoints;
    this.flip.hidden = !view.board?.cells || this.#isPoints;
    this.picture.hidden = Boolean(view.board?.cells) || isDrawnPig;
    this.pig.element.hidden = !isDrawnPig;
    if (isDrawnPig) this.pig.show(view, played.at(-1));
    if (this.#isPoints) this.points.show(view.board, !view.chance && !view.outcome && !isLocked);
    else if (view.board?.cells) this.board.show(view.board, { last: cellsOf(views[ply - 1], played.at(-1)), locked: isLocked });
    this.slides.show(view.chance || view.outcome ? [] : view.moves, isLocked);
    if (!view.board?.cells) this.picture.textContent = view.picture;
    this.#showLegal(view);
    this.dice.show(view.chance, view.has_chance);
    this.setUp.offer(view);
    const turn = !view.chance ? t("game.to-move", { side: sideName(view.side_name) }) : view.chance.dice ? t("game.throws", { side: sideName(view.side_name) }) : t("game.chance");
    const isThinking = this.#pending !== null && this.#isEngines && !view.chance;
    this.turn.textContent = isThinking ? t("game.thinking", { side: sideName(view.side_name) }) : (view.ending && translated(view.ending)) ?? `${turn}${view.board?.check ? t("game.check") : ""}`;
    const first = firstMove(view, ply);
    this.moves.replaceChildren(...moves.map((move, index) => h("li", {}, numberBefore(first.number, first.side, index), button(move, () => this.#go(index + 1), { class: "quiet", "aria-current": index + 1 === ply ? "true" : null }))));
    this.values.show();
    this.#note();
  }

  /** Moves as buttons, if there is no board for them, or if a move takes several steps on it. */
  #showLegal(view) {
    const isLocked = this.#pending !== null || !this.#isOurs;
    const isListed = (!view.board?.cells || this.#isPoints) && !view.chance && !view.outcome;
    this.legalFold.hidden = this.legal.hidden = !isListed;
    this.legalFold.open = !this.#isPoints;
    this.legal.replaceChildren(...(isListed ? view.moves : []).map((move) => button(move, () => this.#play(move), { disabled: isLocked })));
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

  /** The user's move, or the throw that was chosen. Nothing is taken while a request is under way, nor for the engine. */
  async #play(move) {
    const view = this.#view;
    if (this.#pending || !view || view.outcome || this.clock.isFallen || (!view.chance && !this.#isOurs)) return;
    const record = this.#record;
    const kept = [[...record.moves], record.variations];
    record.play(move);
    const ply = record.ply;
    const wasAnalysed = this.analysis.isRunning;
    await this.#turns();
    if (record !== this.#record) return;
    // A move that the server did not take is as if it had never been played.
    if (!record.views[ply] && record.ply === ply) {
      record.strike();
      [record.moves, record.variations] = kept;
      this.#show();
    } else if (wasAnalysed && !this.#view.outcome && !this.analysis.isRunning) void this.analysis.start();
  }

  /** Shows another ply of the game; the engine waits there unless it is to go on. */
  async #go(ply, isPlayed = false) {
    // Engine against engine stops here: somebody wants to look.
    if (this.#seat === "none") this.#choose({ seat: (this.seat.value = "both") });
    this.#pending?.abort();
    this.#pending = null;
    const record = this.#record;
    record.go(ply);
    const known = record.views[record.ply];
    if (known) this.#arrive(known);
    if (!known || (isPlayed && this.#isEngines)) await this.#turns({ isPlayed });
  }

  /** Takes the user's last choice back. If there was none, the engine begins again. */
  #undo() {
    return this.#go(this.#before(), true);
  }

  get #isEngines() {
    return this.#seat !== "both" && this.#view.side !== this.#seat && !this.#view.outcome;
  }

  /** Against the engine, redo plays the user's move and the reply; with dice, one at a time. */
  #pace() {
    return this.#seat === "both" || this.#view?.has_chance ? 1 : 2;
  }

  /** The ply of the user's last choice. */
  #before() {
    const { ply } = this.#record;
    if (this.#seat === "both" && !this.#view?.has_chance) return ply - 1;
    const sides = this.#seat === "both" ? ["first", "second"] : [this.#seat];
    const known = sides.map((side) => this.#record.lastTurn(side)).filter((turn) => turn !== undefined);
    if (known.length) return Math.max(...known);
    return this.#view?.has_chance || this.#view?.side !== this.#seat ? ply - 1 : ply - 2;
  }

  /** Goes on after another choice of seat or dice: with the engine's move, or with a throw. */
  #resume() {
    if (!this.#view || this.#pending) return undefined;
    this.#show();
    if (this.#seat === "none") return this.#goOn();
    const isEngines = this.#seat !== "both" && this.#view.side !== this.#seat;
    if (this.#view.chance) return this.#isRolled(isEngines) ? this.#turns() : undefined;
    return this.#isEngines ? this.#turns() : undefined;
  }

  /** Whether the dice roll by themselves: the engine's do, and those of a player who has just chosen that. */
  #isRolled(isEngines) {
    const mode = this.dice.mode.value;
    const { turns, ply } = this.#record;
    return mode === "once" || (mode === "press" && (isEngines || turns[ply - 1] === this.#view.chance.side));
  }

  /** Rolls the dice of the seed. */
  async #roll() {
    if (!this.#view?.chance || this.#pending) return;
    const [record, ply] = [this.#record, this.#record.ply];
    const thrown = await trying(() => post("/api/roll", { ...record.ask, seed: Number(this.dice.seed.value) }));
    if (!thrown || this.#pending || record !== this.#record || record.ply !== ply) return;
    record.play(thrown.move);
    this.#arrive(thrown.view);
    await this.#resume();
  }

  /** The engine moves for whoever is to move. */
  async #answer() {
    if (!this.#view || this.#view.outcome || this.#pending) return;
    if (this.#view.chance) return void this.#roll();
    const record = this.#record;
    const [ply, { side, side_name: name }] = [record.ply, this.#view];
    const pending = (this.#pending = new AbortController());
    this.#show();
    this.turn.textContent = t("game.thinking", { side: sideName(name) });
    const reply = await trying(() => post("/api/play", { ...record.ask, ...this.#limit() }, pending.signal));
    if (pending !== this.#pending) return;
    this.#pending = null;
    if (record !== this.#record || record.ply !== ply) return;
    if (!reply) return void this.#show();
    if (reply.answer) this.values.keep(record, ply, side, reply.answer);
    record.play(reply.move);
    this.announced.textContent = t("game.plays", { side: sideName(name), move: reply.move });
    this.#arrive(reply.view);
    await this.#resume();
  }

  #place() {
    const record = this.#record;
    return { ask: record.ask, record, ply: record.ply, side: this.#view?.side, number: this.#view?.move_number, view: this.#view };
  }

  #hear(event, { record, ply, side }) {
    if (event.event === "values") {
      const values = Object.fromEntries(event.moves.map((entry) => [entry.move, { text: scoreShort(entry.score), kind: moodOf(entry.score) }]));
      this.board.heat(values);
      this.slides.heat(values);
    } else if (event.score) this.values.keep(record, ply, side, event);
    const lines = event.lines?.length ? event.lines : [event];
    if (record === this.#record) this.bar.show(record);
    if (event.line && record === this.#record && record.ply === ply) this.board.arrows(lines.slice(0, 3).map((line) => line.line[0]).filter(Boolean));
    if (record === this.#record) this.values.show();
  }
}
