// A game as it was played: a start, moves, and how far along them we look. Moves beyond that can be played again.

export class GameRecord {
  constructor({ game = "tic-tac-toe", position, moves = "", ply } = {}) {
    this.game = game;
    this.start = position || undefined;
    this.moves = moves.split(" ").filter(Boolean);
    this.ply = Math.min(ply ?? this.moves.length, this.moves.length);
    this.values = {};
  }

  get played() {
    return this.moves.slice(0, this.ply);
  }

  /** As the server takes it. */
  get ask() {
    return { game: this.game, position: this.start, moves: this.played };
  }

  /** Plays a move; what was taken back before it is gone, unless it is that very move. */
  play(move) {
    if (this.moves[this.ply] !== move) {
      this.moves = [...this.played, move];
      for (const ply of Object.keys(this.values)) if (ply > this.ply) delete this.values[ply];
    }
    this.ply += 1;
  }

  /** Takes the last move off, as if it had never been played. */
  strike() {
    this.moves = this.moves.slice(0, this.ply - 1);
    this.ply -= 1;
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(this.moves.length, ply));
  }

  /** The fields of its link. */
  get fields() {
    const ply = this.ply === this.moves.length ? undefined : this.ply;
    return { game: this.game, position: this.start, moves: this.moves.join(" "), ply };
  }
}
