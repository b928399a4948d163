// Numbered moves, in games that number them.

/**
 * The text before the move at an index of a line: `12.`, `12…` or nothing. `number` is that of the line's first move,
 * undefined in games without move numbers; `side` moves first.
 */
export function numberBefore(number, side, place) {
  if (!number) return "";
  const half = (number - 1) * 2 + (side === "second" ? 1 : 0) + place;
  if (half % 2 === 0) return `${half / 2 + 1}. `;
  return place === 0 ? `${(half + 1) / 2}… ` : "";
}

/** A line as text. */
export const numbered = (number, side, moves) => moves.map((move, place) => numberBefore(number, side, place) + move).join(" ");

/** The number of the first move of a game and its side, from a view after `ply` moves; empty in games without numbers. */
export function firstMove({ move_number: number, side }, ply) {
  if (!number) return {};
  const half = (number - 1) * 2 + (side === "second" ? 1 : 0) - ply;
  return { number: Math.floor(half / 2) + 1, side: half % 2 ? "second" : "first" };
}
