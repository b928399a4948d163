// The values of a game's positions: heard from the engine, kept with the record, drawn as a graph.

import { stream } from "./api.js";
import { ValueGraph } from "./graph.js";
import { height, labelOf, labelText, scoreText } from "./score.js";
import { trying } from "./status.js";
import { t } from "./text.js";
import { sideName } from "./translation.js";

/** The time for each ply of the graph. */
const GLANCE_MS = 150;

export class GameValues {
  /** `now()` returns the record and the view that are shown; `go(ply)` is called when a point is clicked. */
  constructor(now, go) {
    this.now = now;
    this.graph = new ValueGraph(go);
    this.element = this.graph.element;
  }

  /** Keeps the value of a position of a record. */
  keep(record, ply, side, { score, bound, proven, source }) {
    const { side_names: [first, second], great_advantage: unit } = this.now().view;
    const who = score.for === "max" || side === "first" ? first : second;
    const text = t("game.value", { value: scoreText(score, bound), side: sideName(who), label: labelText({ score, bound, proven, source }) });
    record.values[ply] = { height: height(score, side, unit), text, label: labelOf({ score, bound, proven }) };
  }

  /** Evaluates every position of the game. */
  async valueAll() {
    const { record } = this.now();
    const { game, start, moves } = record;
    await trying(() => stream("/api/graph", { game, position: start, moves, limits: { time_ms: GLANCE_MS } }, undefined, (event) => {
      if (event.event !== "value") return;
      this.keep(record, event.ply, event.side, event);
      if (record === this.now().record) this.show();
    }));
  }

  /** Draws the graph. */
  show() {
    const { record: { values, moves, ply }, view } = this.now();
    this.graph.show(values, moves.length, ply, view.side_names);
  }
}
