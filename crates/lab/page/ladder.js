// A ladder of exercises: each rung adds one thing to the one before.

const TREE = { levels: 3, branching: "2..3", values: "0..20", irregular: "", deep: "", ties: "1", cuts: null, chance: null };
const SEARCH = { algorithm: "alpha-beta", cut: "at", fail: "soft", order: "given", depth: null };

/** Each rung: what it is called, the tree, and the search. */
export const LADDER = [
  { name: "1. Minimax, two plies", tree: { ...TREE, levels: 2 }, search: { ...SEARCH, algorithm: "minimax" } },
  { name: "2. Minimax, three plies", tree: TREE, search: { ...SEARCH, algorithm: "minimax" } },
  { name: "3. Alpha-beta, one cut", tree: { ...TREE, levels: 2, branching: "3", cuts: 1 }, search: SEARCH },
  { name: "4. Alpha-beta, three plies", tree: TREE, search: SEARCH },
  { name: "5. A deep cut", tree: { ...TREE, levels: 4, branching: "2", deep: "1" }, search: SEARCH },
  { name: "6. From right to left", tree: TREE, search: { ...SEARCH, order: "reversed" } },
  { name: "7. Ties, and β < α", tree: { ...TREE, values: "0..5", ties: "" }, search: { ...SEARCH, cut: "past" } },
  { name: "8. Fail-hard", tree: TREE, search: { ...SEARCH, fail: "hard" } },
  { name: "9. A depth limit", tree: TREE, search: { ...SEARCH, depth: 2 } },
  { name: "10. Chance", tree: { ...TREE, levels: 2, chance: 40, ties: "" }, search: { ...SEARCH, algorithm: "minimax" } },
];

/** The rung of a tree and a search, or -1 if they are on none. */
export function rungOf(tree, search) {
  const same = (one, other) => Object.keys(one).every((key) => String(one[key] ?? "") === String(other[key] ?? ""));
  return LADDER.findIndex((rung) => same(rung.tree, tree) && same(rung.search, search));
}
