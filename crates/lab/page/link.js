// Permalinks: `#view?key=value&…`. They hold everything needed to see the same view elsewhere, and nothing else.
//
// Links come from anywhere, so `decode` never throws: unreadable parts are left out, and `problem` says so in one sentence.

import { t } from "./text.js";

/** A longer link is ignored. */
const LONGEST = 200_000;
const LARGEST = 1e9;

const text = (most) => ({
  read: (raw) => (raw.length <= most ? raw : null),
  expected: t("link.text", { most }),
});

const whole = (least, most) => ({
  read: (raw) => (/^-?\d{1,10}$/.test(raw) && +raw >= least && +raw <= most ? +raw : null),
  expected: t("link.whole", { least, most }),
});

const oneOf = (...choices) => ({
  read: (raw) => (choices.includes(raw) ? raw : null),
  expected: choices.filter(Boolean).join(", "),
});

const wholes = (most) => ({
  read: (raw) => (/^(\w{1,40}(,\w{1,40})*)?$/.test(raw) && raw.split(",").length <= most ? raw : null),
  expected: t("link.names"),
});

const flag = oneOf("1", "");
const square = { read: (raw) => (/^[a-h][1-8]$/.test(raw) ? raw : null), expected: t("link.square") };
const seed = { read: (raw) => (/^\d{1,19}$/.test(raw) ? raw : null), expected: t("link.any") };

const POSITION = { game: text(100_000), position: text(100_000), moves: text(20_000) };

const SETTING = {
  algorithm: oneOf("minimax", "alpha-beta", "engine"),
  cut: oneOf("at", "past"),
  fail: oneOf("soft", "hard"),
  order: oneOf("given", "reversed", "best"),
  depth: whole(1, 200),
  techniques: text(1_000),
};

const RANDOM = {
  seed,
  levels: whole(1, 12),
  branching: text(20),
  values: text(40),
  irregular: flag,
  deep: flag,
  ties: flag,
  cuts: whole(0, 1_000),
  chance: whole(0, 100),
};

const second = Object.fromEntries(Object.entries(SETTING).map(([key, kind]) => [`${key}2`, kind]));

/** The fields of each view's links. */
export const VIEWS = {
  start: {},
  course: { lesson: oneOf("minimax", "alpha-beta", "ordering", "depth", "quiescence", "transpositions", "chance", "matrices", "endgames"), screen: whole(1, 20), course: text(80) },
  tree: { ...POSITION, ...SETTING, ...second, both: flag, nodes: oneOf("60", "200", "1000"), step: whole(0, LARGEST), open: wholes(2_000) },
  practice: { ...POSITION, ...SETTING, ...RANDOM },
  game: { ...POSITION, level: whole(1, 10), time: whole(50, 60_000), you: oneOf("first", "second", "both", "none"), ply: whole(0, 10_000), dice: oneOf("press", "once", "hand"), seed },
  compare: { ...POSITION, depths: text(20) },
  matrix: {
    matrix: text(100_000), kind: oneOf("bimatrix", "zero-sum", "nature"), title: text(200), rows: text(10_000), columns: text(10_000),
    players: text(500), alpha: text(60), weak: flag, step: whole(0, 100), shown: whole(1, 200),
  },
  table: { position: text(1_000), piece: square, mode: oneOf("walk", "build"), step: whole(0, 2_000) },
};

/** The view of a link that names none. */
export const FIRST_VIEW = "start";

/** The contents of a link: `{view, fields, problem}`. */
export function decode(hash) {
  const raw = String(hash ?? "").replace(/^#\/?/, "");
  if (raw === "") return { view: FIRST_VIEW, fields: {}, problem: null };
  if (raw.length > LONGEST) return wrong(t("link.long", { length: raw.length, most: LONGEST }));
  const [name, ...rest] = raw.split("?");
  if (!Object.hasOwn(VIEWS, name)) {
    return wrong(t("link.view", { name: excerpt(name), views: Object.keys(VIEWS).join(", ") }));
  }
  return readFields(name, rest.join("?"));
}

function readFields(view, query) {
  const fields = {};
  let problem = null;
  for (const part of query.split("&").filter(Boolean)) {
    const at = part.indexOf("=");
    const [key, value] = at < 0 ? [unescaped(part), ""] : [unescaped(part.slice(0, at)), unescaped(part.slice(at + 1))];
    const kind = key !== null && Object.hasOwn(VIEWS[view], key) ? VIEWS[view][key] : null;
    const read = kind && value !== null ? kind.read(value) : null;
    if (read !== null) fields[key] = read;
    else problem ??= complaint(part, key, value, kind);
  }
  return { view, fields, problem };
}

function complaint(part, key, value, kind) {
  if (key === null || value === null) return t("link.damaged", { part: excerpt(part) });
  if (!kind) return t("link.unknown", { key: excerpt(key) });
  return t("link.value", { key, value: excerpt(value), expected: kind.expected });
}

const wrong = (problem) => ({ view: FIRST_VIEW, fields: {}, problem });

/** Unescapes percent signs and pluses; null if the result is not text. */
function unescaped(raw) {
  try {
    return decodeURIComponent(raw.replaceAll("+", " "));
  } catch {
    return null;
  }
}

function excerpt(raw) {
  const letters = Array.from(raw);
  return letters.length > 30 ? `${letters.slice(0, 30).join("")}…` : raw;
}

/** The link for the view's fields that are not empty. */
export function encode(view, fields) {
  const parts = Object.keys(VIEWS[view])
    .filter((key) => fields[key] !== undefined && fields[key] !== null && fields[key] !== "")
    .map((key) => `${key}=${escaped(String(fields[key]))}`);
  return `#${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** Escapes as little as possible: brackets, commas and slashes stay, blanks become pluses. */
function escaped(raw) {
  return encodeURIComponent(raw.toWellFormed ? raw.toWellFormed() : raw)
    .replaceAll("%20", "+")
    .replace(/%(2C|2F|3A|3B|3D|5B|5D|7E)/g, (code) => decodeURIComponent(code));
}
