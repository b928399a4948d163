// A matrix in the form: the texts as typed, and functions that change its shape. The server interprets them.

/** The server's maximum number of strategies of each player. */
export const MOST_STRATEGIES = 40;

/** The game of an answer; `kind` is kept if the numbers fit it. */
export function gameOf(answer, kind) {
  const { rows, columns, players, title, one_number, row_payoffs, column_payoffs } = answer;
  const cells = row_payoffs.map((line, row) => line.map((payoff, column) => (one_number ? [payoff] : [payoff, column_payoffs[row][column]])));
  return { kind: one_number ? (kind === "nature" ? "nature" : "zero-sum") : "bimatrix", rows, columns, players, title, cells };
}

/** The request body for the server. */
export const bodyOf = ({ cells, rows, columns, players, title }) => ({ cells, rows, columns, players, title });

/** The same game with one or two numbers per cell; `answer` has the other player's payoffs. */
export function ofKind(game, kind, answer) {
  const before = game.kind;
  if (before !== "bimatrix" && kind !== "bimatrix") return { ...game, kind };
  const second = (row, column) => answer?.column_payoffs?.[row]?.[column] ?? "0";
  const cells = game.cells.map((line, row) => line.map(([first], column) => (kind === "bimatrix" ? [first, second(row, column)] : [first])));
  return { ...game, kind, cells };
}

const emptyCell = (game) => game.cells[0][0].map(() => "0");

export const withRow = (game) => ({ ...game, rows: [...game.rows, ""], cells: [...game.cells, game.columns.map(() => emptyCell(game))] });
export const withColumn = (game) => ({ ...game, columns: [...game.columns, ""], cells: game.cells.map((line) => [...line, emptyCell(game)]) });

const without = (list, place) => list.filter((_, index) => index !== place);
export const withoutRow = (game, row) => ({ ...game, rows: without(game.rows, row), cells: without(game.cells, row) });
export const withoutColumn = (game, column) => ({ ...game, columns: without(game.columns, column), cells: game.cells.map((line) => without(line, column)) });

/** The names in a link, separated by commas; commas inside a name are escaped. */
export const joinNames = (names) => names.map((name) => name.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
export const splitNames = (text) => text.split(",").map((name) => name.replaceAll("%2C", ",").replaceAll("%25", "%"));
