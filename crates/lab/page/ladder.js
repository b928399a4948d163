// A ladder of exercises: each rung adds one thing to the one before.

import { t } from "./text.js";

const TREE = { levels: 3, branching: "2..3", values: "0..20", irregular: "", deep: "", ties: "1", cuts: null, chance: null };
const SEARCH = { algorithm: "alpha-beta", cut: "at", fail: "soft", order: "given", depth: null };

/** Each rung: what it is called, the tree, and the search. */
export const LADDER = [
  { name: t("ladder.1"), tree: { ...TREE, levels: 2 }, search: { ...SEARCH, algorithm: "minimax" } },
  { name: t("ladder.2"), tree: TREE, search: { ...SEARCH, algorithm: "minimax" } },
  { name: t("ladder.3"), tree: { ...TREE, levels: 2, branching: "3", cuts: 1 }, search: SEARCH },
  { name: t("ladder.4"), tree: TREE, search: SEARCH },
  { name: t("ladder.5"), tree: { ...TREE, levels: 4, branching: "2", deep: "1" }, search: SEARCH },
  { name: t("ladder.6"), tree: TREE, search: { ...SEARCH, order: "reversed" } },
  { name: t("ladder.7"), tree: { ...TREE, values: "0..5", ties: "" }, search: { ...SEARCH, cut: "past" } },
  { name: t("ladder.8"), tree: TREE, search: { ...SEARCH, fail: "hard" } },
  { name: t("ladder.9"), tree: TREE, search: { ...SEARCH, depth: 2 } },
  { name: t("ladder.10"), tree: { ...TREE, levels: 2, chance: 40, ties: "" }, search: { ...SEARCH, algorithm: "minimax" } },
];

/** The rung of a tree and a search, or -1 if they are on none. */
export function rungOf(tree, search) {
  const same = (one, other) => Object.keys(one).every((key) => String(one[key] ?? "") === String(other[key] ?? ""));
  return LADDER.findIndex((rung) => same(rung.tree, tree) && same(rung.search, search));
}
