// The screens of the course: what each shows beside its text. The texts are in the catalogues.

const TREE = { game: "tree", algorithm: "alpha-beta", cut: "at", fail: "soft", order: "given" };
const FIRST = "((3 12 8) (2 4 6) (14 5 2))";
const DEEP = "A(B(5 9) C(D(E(4 1) F(8 6)) G(2 7 3)))";
const DICE = "A(B=chance(1/2: C(3 5) 1/3: 4 1/6: -2) D(2 7))";
const LOOKS = "(B~9(2 7 3) C~5(6 8) D~4(5 4))";
const GUARDED = "1k6/2p5/3r4/8/3Q2n1/8/8/K7 w - - 0 1";
const LATE = "XOX/.O./..X";

/** A search to step through, or two side by side, from a step on. */
const tree = (setting, step = 0, second = null) => ({ kind: "tree", settings: [{ ...TREE, ...setting }, ...(second ? [{ ...TREE, ...second }] : [])], step });
const task = (id) => ({ task: id });

/** For each lesson its screens, in order. */
export const SCREENS = {
  minimax: [tree({ position: FIRST, algorithm: "minimax" }), tree({ position: FIRST, algorithm: "minimax" }, 6), task("minimax")],
  "alpha-beta": [tree({ position: FIRST }, 11), tree({ position: FIRST }, 12), tree({ position: DEEP }, 12), task("cuts"), task("leaves")],
  ordering: [tree({ position: FIRST }, 0, { position: FIRST, order: "best" }), { kind: "link", link: "#compare?game=connect-four:8x7&depths=1..5" }, task("orders"), task("minimum")],
  depth: [tree({ game: "tic-tac-toe", algorithm: "minimax", depth: 1 }), tree({ position: LOOKS, algorithm: "minimax", depth: 1 }, 0, { position: LOOKS, algorithm: "minimax" }), task("horizon")],
  quiescence: [{ kind: "depths", position: GUARDED, depth: 4 }, tree({ game: "chess", position: GUARDED, algorithm: "engine", techniques: "none,+quiescence", depth: 1 }), task("captures")],
  transpositions: [tree({ game: "tic-tac-toe", position: LATE, algorithm: "engine", techniques: "none,+transposition-table" }), tree({ position: "((10 8) (4 1))" }, 99, { position: "((10 8) (4 1))", algorithm: "minimax" }), task("transpositions"), task("entry")],
  chance: [tree({ position: DICE, algorithm: "minimax" }), tree({ position: DICE, algorithm: "minimax" }, 99), task("expectation")],
  matrices: [{ kind: "matrix", matrix: "3,3 0,5; 5,0 1,1" }, { kind: "matrix", matrix: "2 -1; -1 1" }, task("equilibrium"), task("mixture")],
  endgames: [{ kind: "ending", position: "8/8/8/1k6/8/8/K5P1/8 w - - 0 1", square: "a2" }, { kind: "ending", position: "8/8/8/8/4k3/8/1R6/K7 w - - 0 1", square: "b2" }, task("pawn"), task("mate")],
};

/** A link to practice of the same kind as a task; none where there is no such practice. */
export const PRACTICE = {
  minimax: "#practice?algorithm=minimax&levels=2&ties=1",
  cuts: "#practice?levels=2&branching=3&ties=1&cuts=1",
  expectation: "#practice?algorithm=minimax&levels=2&chance=40",
};
