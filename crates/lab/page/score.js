// A value with its label, in words and as a height.

const SIGNS = { exact: "", at_least: "≥ ", at_most: "≤ " };

/** `win in 5`, `mate in 3`, `≥ +12`. */
export function scoreText({ kind, plies, mate, value }, bound = "exact") {
  const signed = value > 0 ? `+${value}` : String(value ?? "");
  const [win, loss] = mate === undefined ? [`win in ${plies}`, `loss in ${plies}`] : [`mate in ${mate}`, `mated in ${mate}`];
  const words = { win, loss, draw: "draw", payoff: String(value), estimate: signed };
  return `${SIGNS[bound] ?? ""}${(words[kind] ?? "?").replace("-", "−")}`;
}

/** A few letters for a cell of the board. */
export function scoreShort({ kind, plies, value }) {
  const words = { win: `W${plies ?? ""}`, loss: `L${plies ?? ""}`, draw: "=", payoff: String(value), estimate: value > 0 ? `+${value}` : String(value) };
  return (words[kind] ?? "?").replace("-", "−");
}

/** What a value may claim: proven, a bound, or an estimate. */
export function labelOf({ score, bound, proven }) {
  if (score.kind === "estimate" || !proven) return "estimate";
  return bound === "exact" ? "proven" : "bound";
}

/** Good, bad or neither for the side to move. */
export function moodOf(score) {
  if (score.kind === "win" || score.kind === "loss") return score.kind;
  if (score.kind === "draw") return "draw";
  return score.value > 0 ? "better" : score.value < 0 ? "worse" : "draw";
}

/** Where a value lies between a loss of the first side, −1, and its win, 1. `unit` is what an estimate of some weight is. */
export function height(score, side, unit = 20) {
  const sign = score.for === "max" || side === "first" ? 1 : -1;
  if (score.kind === "win") return sign;
  if (score.kind === "loss") return -sign;
  if (score.kind === "draw") return 0;
  return 0.9 * sign * Math.tanh((score.value ?? 0) / unit);
}
