// The layout of a small tree: leaves side by side, parents above the middle of their children.

/** The side to move below a node: sides take turns, and chance takes none. */
export function turnAfter(side, turn) {
  return side === "chance" ? turn : side === "max" ? "min" : "max";
}

/** All nodes of a nested tree in reading order, with `node`, `parent`, `index`, `side`, `x` (in leaves) and `y` (in levels). */
export function layOut(tree) {
  const places = [];
  let leaves = 0;
  const visit = (node, parent, index, turn, y) => {
    const side = node.side ?? turn;
    const place = { node, parent, index, side, y, x: 0, children: [] };
    places.push(place);
    for (const [at, child] of (node.children ?? []).entries()) {
      place.children.push(visit(child, place, at, turnAfter(side, turn), y + 1));
    }
    const ends = place.children;
    place.x = ends.length ? (ends[0].x + ends.at(-1).x) / 2 : leaves++;
    return place;
  };
  visit(tree, null, 0, "max", 0);
  return { places, leaves, levels: 1 + Math.max(...places.map((place) => place.y)) };
}
