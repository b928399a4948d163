// A game as it was played: a start, moves, and the current ply. Moves after it can be played again.

/** The moves in a link, separated by blanks; blanks inside a move become underscores. */
export const joinMoves = (moves) => moves.map((move) => move.replaceAll(" ", "_")).join(" ");
export const splitMoves = (text = "") => text.split(" ").filter(Boolean).map((move) => move.replaceAll("_", " "));

const MOST_VARIATIONS = 20;

export class GameRecord {
  constructor({ game = "tic-tac-toe", position, moves = "", ply } = {}) {
    this.game = game;
    this.start = position || undefined;
    this.moves = splitMoves(moves);
    this.ply = Math.min(ply ?? this.moves.length, this.moves.length);
    this.values = {};
    /** The side to move before each move, as far as it is known: `first`, `second` or `chance`. */
    this.turns = {};
    /** The server's view of each ply, as far as it was seen. */
    this.views = {};
    /** Lines that were taken back: alternatives to the game's move at a ply. */
    this.variations = [];
  }

  get played() {
    return this.moves.slice(0, this.ply);
  }

  /** The request data for the server. */
  get ask() {
    return { game: this.game, position: this.start, moves: this.played };
  }

  /** Plays a move. The moves taken back become a variation, unless the move is the first of them. */
  play(move) {
    if (this.moves[this.ply] !== move) {
      this.#keepRest();
      this.moves = [...this.played, move];
      for (const kept of [this.values, this.turns, this.views]) for (const ply of Object.keys(kept)) if (Number(ply) > this.ply) delete kept[ply];
    }
    this.ply += 1;
  }

  /** Keeps the moves after the current ply as a variation. Those that branched off from them go with them. */
  #keepRest() {
    const rest = this.moves.slice(this.ply);
    const isKnown = ({ ply, moves }) => ply === this.ply && rest.every((move, index) => moves[index] === move);
    this.variations = this.variations.filter(({ ply }) => ply <= this.ply);
    if (rest.length && !this.variations.some(isKnown)) this.variations = [...this.variations, { ply: this.ply, moves: rest }].slice(-MOST_VARIATIONS);
  }

  /** Makes a variation the game's own line, and keeps that one as a variation; goes to its first move. */
  take(index) {
    const { ply, moves } = this.variations[index];
    this.variations = this.variations.filter((_, other) => other !== index);
    this.ply = ply;
    this.#keepRest();
    this.moves = [...this.played, ...moves];
    for (const kept of [this.values, this.turns, this.views]) for (const key of Object.keys(kept)) if (Number(key) > ply) delete kept[key];
    this.ply = ply + 1;
  }

  /** Keeps the view of the current ply. */
  see(view) {
    this.views[this.ply] = view;
    this.turns[this.ply] = view.chance ? "chance" : view.side;
  }

  /** Removes the last move, as if it had never been played. */
  strike() {
    this.moves = this.moves.slice(0, this.ply - 1);
    this.ply -= 1;
  }

  /** The last ply before this one at which that side was to move; none if that is unknown. */
  lastTurn(side) {
    return Object.keys(this.turns).map(Number).filter((ply) => ply < this.ply && this.turns[ply] === side).sort((a, b) => a - b).at(-1);
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(this.moves.length, ply));
  }

  /** The fields of its link. */
  get fields() {
    const ply = this.ply === this.moves.length ? undefined : this.ply;
    return { game: this.game, position: this.start, moves: joinMoves(this.moves), ply };
  }
}
