// The lecture's plot: boards examined by depth, a line for each method, on a logarithmic scale.

import { h, s } from "./dom.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT] = [640, 320, 70, 36, 14, 120];

/** A plot of the server's rows. */
export function plot(rows, methods) {
  const points = methods.map((method) => rows.flatMap((row) => {
    const cost = row.cells.find((cell) => cell.method === method)?.cost;
    return cost ? [[row.depth, Math.max(1, cost.boards)]] : [];
  }));
  const all = points.flat();
  if (all.length === 0) return h("div");
  const depths = rows.map((row) => row.depth);
  const [least, most] = [Math.min(...depths), Math.max(...depths, Math.min(...depths) + 1)];
  const powers = Math.max(1, Math.ceil(Math.log10(Math.max(...all.map(([, boards]) => boards)))));
  const x = (depth) => LEFT + ((WIDTH - LEFT - RIGHT) * (depth - least)) / (most - least);
  const y = (boards) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * Math.log10(boards)) / powers;
  const grid = Array.from({ length: powers + 1 }, (_, power) => [
    s("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: y(10 ** power), y2: y(10 ** power) }),
    s("text", { x: LEFT - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, (10 ** power).toLocaleString("en")),
  ]);
  const ticks = depths.map((depth) => s("text", { x: x(depth), y: HEIGHT - BOTTOM + 20, "text-anchor": "middle" }, depth));
  const lines = points.map((line, index) => line.length === 0 ? null : s("g", { class: `series s${index}` },
    s("path", { d: line.map(([depth, boards], at) => `${at ? "L" : "M"}${x(depth)} ${y(boards)}`).join("") }),
    line.map(([depth, boards]) => s("circle", { cx: x(depth), cy: y(boards), r: 3.5 }))));
  const ends = spread(points.map((line, index) => (line.length ? { index, at: y(line.at(-1)[1]), x: x(line.at(-1)[0]) } : null)).filter(Boolean));
  const names = ends.map((end) => s("text", { class: `series-name s${end.index}`, x: end.x + 8, y: end.at + 4 }, methods[end.index]));
  return s("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Boards examined by depth, logarithmic; the table has the numbers" },
    grid.flat(), ticks, s("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 2, "text-anchor": "middle" }, "depth"), lines, names);
}

/** Moves overlapping names apart. */
function spread(ends) {
  ends.sort((a, b) => a.at - b.at);
  ends.forEach((end, index) => {
    if (index > 0) end.at = Math.max(end.at, ends[index - 1].at + 14);
  });
  return ends;
}
