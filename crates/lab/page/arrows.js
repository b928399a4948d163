// Arrows over a board for the engine's moves. The table of the analysis lists the same moves as text.

import { s } from "./dom.js";

/** `moves` are lists of places, `[column, row]` from the top left, with those between the ends; the best move first. */
export function drawArrows(moves, columns, rows) {
  const middle = ([column, row]) => [column * 10 + 5, row * 10 + 5];
  const legs = (path) => path.slice(1).map((to, place) => [path[place], to]);
  const arrows = moves.map((path, index) => legs(path).map(([from, to]) => arrow(middle(from), middle(to), index))).reverse().flat();
  return s("svg", { class: "arrows", viewBox: `0 0 ${columns * 10} ${rows * 10}`, "aria-hidden": "true" }, arrows);
}

function arrow([x0, y0], [x1, y1], index) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const half = index ? 0.5 : 0.9;
  const at = (along, across) => `${(x0 + ux * along - uy * across).toFixed(2)},${(y0 + uy * along + ux * across).toFixed(2)}`;
  const neck = length - 3 - half;
  const points = [at(2.5, half), at(neck, half), at(neck, half * 3), at(length - 0.5, 0), at(neck, -half * 3), at(neck, -half), at(2.5, -half)];
  return s("polygon", { class: index ? "other" : "best", points: points.join(" ") });
}
