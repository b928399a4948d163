// Parts of the game lab that need only a record: the cells of a move, the link to its search.

import { button, field, h } from "./dom.js";
import { joinMoves } from "./game_record.js";
import { encode } from "./link.js";
import { t } from "./text.js";

/** A link to the search of the current position as a tree; `record()` is the game. */
export function treeLink(record) {
  const depth = h("input", { type: "number", min: 1, max: 12, value: 3 });
  const why = () => {
    const { game, start, played } = record();
    location.hash = encode("tree", { game, position: start, moves: joinMoves(played), algorithm: "alpha-beta", depth: Math.max(1, Math.round(Number(depth.value)) || 3) });
  };
  return [h("p", { class: "hint" }, t("game.tree")),
    h("div", { class: "row" }, field(t("game.plies"), depth), button(t("practice.show"), why))];
}

/** The cells of a move, from the view before it. */
export function cellsOf(before, move) {
  const found = before?.board?.moves.find(({ text }) => text === move);
  return found ? [found.from, ...(found.via ?? []), found.to].filter(Boolean) : [];
}

/** Whether the board is seen from the other side by this player. In draughts the side at the bottom is White, whoever begins. */
export function isTurned(view, seat) {
  const style = view?.board?.style;
  const isBlack = (view?.side === seat) === (view?.side_name === "Black");
  return style === "draughts" ? seat !== "both" && isBlack : style === "pieces" && seat === "second";
}
