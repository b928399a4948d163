// Random links for the decoder: noise, damaged valid ones, and valid ones that must come back unchanged.
// By hand, for longer: `node fuzz_links.js 1000000 7`.

import { isDeepStrictEqual } from "node:util";
import { VIEWS, decode, encode } from "../page/link.js";

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
function dice(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const LETTERS = ["#", "?", "&", "=", "%", "%E0", "%A", "+", "tree", "game", "position", "step", "open", "__proto__", "constructor", "toString", "((3 12)", "−∞", "\ud800", "\u0000", "💥", "1", "-1", "9".repeat(30), ",", " "];

function noise(roll) {
  const part = () => (roll(3) ? LETTERS[roll(LETTERS.length)] : String.fromCharCode(roll(0x11000) & 0xffff));
  return Array.from({ length: roll(30) }, part).join("");
}

const SAMPLES = { step: 12, depth: 3, algorithm: "alpha-beta", position: "((3 12 8) (2 4 6))", game: "tree", moves: "e4 e5", open: "3,17", order: "best", depths: "1..5", seed: "42", level: 3, matrix: "3,4 1,2; 4,1 2,3", rows: "a,b%2C", kind: "zero-sum", alpha: "1/3", piece: "b2", mode: "walk" };

function good(roll) {
  const views = Object.keys(VIEWS);
  const view = views[roll(views.length)];
  const keys = Object.keys(SAMPLES).filter((key) => key in VIEWS[view] && roll(2));
  const position = keys.includes("position") && roll(2) ? { position: noise(roll).toWellFormed() } : {};
  return { view, fields: { ...Object.fromEntries(keys.map((key) => [key, SAMPLES[key]])), ...position } };
}

function damaged(link, roll) {
  const at = roll(link.length + 1);
  return link.slice(0, at) + noise(roll).slice(0, 3) + link.slice(at + roll(3));
}

function check(link) {
  const { view, fields, problem } = decode(link);
  const known = Object.hasOwn(VIEWS, view) && Object.keys(fields).every((key) => Object.hasOwn(VIEWS[view], key));
  if (!known) throw new Error(`${JSON.stringify(link)} gives fields that nobody knows`);
  if (problem !== null && (typeof problem !== "string" || problem === "")) throw new Error(`${JSON.stringify(link)}: ${problem}`);
  encode(view, fields);
  return problem !== null;
}

/** Decodes this many links; throws if one decode throws. */
export function fuzz(count, seed) {
  const roll = dice(seed);
  let problems = 0;
  for (let round = 0; round < count; round += 1) {
    const { view, fields } = good(roll);
    const link = encode(view, fields);
    const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
    if (!isDeepStrictEqual(decode(link), { view, fields: kept, problem: null })) throw new Error(`${link} comes back as ${JSON.stringify(decode(link))}`);
    for (const text of [noise(roll), `#${noise(roll)}`, `#tree?${noise(roll)}`, damaged(link, roll)]) if (check(text)) problems += 1;
  }
  for (const odd of [undefined, null, 7, {}, "#", "#/tree", "#tree?", `#tree?position=${"x".repeat(300_000)}`]) check(odd);
  return { count: 5 * count, problems };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const [count, seed] = [Number(process.argv[2] ?? 200_000), Number(process.argv[3] ?? Date.now() % 100_000)];
  const begun = performance.now();
  const result = fuzz(Math.ceil(count / 5), seed);
  console.log(`${result.count} links read, seed ${seed}, ${result.problems} with a complaint, no exception, ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
