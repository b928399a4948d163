// A value with its label, in words and as a height.

import { t } from "./text.js";

const SIGNS = { exact: "", at_least: "≥ ", at_most: "≤ " };

/** A number of points with its sign, or a winning probability. An average with truncated digits says so. */
function points({ kind, value, fraction, win_probability: chance }) {
  const about = (isRounded) => (kind === "expected" && isRounded ? "≈ " : "");
  if (chance !== undefined) {
    const percent = (100 * chance).toFixed(2);
    return `${about(Math.abs(Number(percent) / 100 - chance) > 1e-12)}${percent} %`;
  }
  const rounded = typeof value === "number" ? Math.round(1000 * value) / 1000 : value;
  const text = String(fraction ?? rounded ?? "");
  return `${about(fraction === undefined && rounded !== value)}${value > 0 ? "+" : ""}${text}`;
}

/** `win in 5`, `mate in 3`, `≥ +12`, `53.06 %`. */
export function scoreText({ kind, plies, mate, value, fraction, win_probability }, bound = "exact") {
  const signed = points({ kind, value, fraction, win_probability });
  const [win, loss] = mate === undefined ? [t("score.win", { plies }), t("score.loss", { plies })] : [t("score.mate", { mate }), t("score.mated", { mate })];
  const words = { win, loss, draw: t("score.draw"), payoff: String(fraction ?? value), expected: signed, estimate: signed };
  return `${SIGNS[bound] ?? ""}${(words[kind] ?? "?").replace("-", "−")}`;
}

/** A short text for a cell of the board. */
export function scoreShort({ kind, plies, value, fraction, win_probability }) {
  const signed = points({ kind: "short", value, fraction, win_probability });
  const words = { win: `${t("table.short.win")}${plies ?? ""}`, loss: `${t("table.short.loss")}${plies ?? ""}`, draw: "=", payoff: String(fraction ?? value), expected: signed, estimate: signed };
  return (words[kind] ?? "?").replace("-", "−");
}

/** The label of a value: proven, a bound, or an estimate. */
export function labelOf({ score, bound, proven }) {
  if (score.kind === "estimate" || !proven) return "estimate";
  return bound === "exact" ? "proven" : "bound";
}

/** The label with its source, as the page shows it. */
export function labelText(event) {
  return t(`label.${labelOf(event)}`) + (event.source === "book" ? t("label.book") : "");
}

/** Whether a value is good, bad or neither for the side to move. */
export function moodOf(score) {
  if (score.kind === "win" || score.kind === "loss") return score.kind;
  if (score.kind === "draw") return "draw";
  if (score.win_probability !== undefined) return score.win_probability > 0.5 ? "better" : score.win_probability < 0.5 ? "worse" : "draw";
  return score.value > 0 ? "better" : score.value < 0 ? "worse" : "draw";
}

/** The height of a value between a loss of the first side, −1, and its win, 1. `unit` is a great advantage. */
export function height(score, side, unit) {
  const sign = score.for === "max" || side === "first" ? 1 : -1;
  if (score.kind === "win") return sign;
  if (score.kind === "loss") return -sign;
  if (score.kind === "draw") return 0;
  if (score.win_probability !== undefined) return sign * (2 * score.win_probability - 1);
  return 0.9 * sign * Math.tanh((score.value ?? 0) / unit);
}
