// The speed of the engine for browsers against the program: the same searches by nodes, in CPU time. By hand:
//   node speed.js ../../../target/rootward.wasm [nodes in thousands]

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { PROGRAM } from "./harness.js";

const SEARCHES = [
  ["connect-four:8x7", ""],
  ["chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"],
  ["checkers", ""],
  ["backgammon", "4HPwATDgc/ABMA 31"],
  ["othello", ""],
];

const [file, thousands = "1000"] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));

/** A module of its own for each search, as a page has at its first one. Returns its CPU seconds and its last line. */
function inWasm(body) {
  let [engine, line] = [null, ""];
  const text = (start, length) => new TextDecoder().decode(new Uint8Array(engine.memory.buffer, start, length));
  const worker = { now: () => performance.now(), line: (start, length) => (line = text(start, length)), answered: () => {}, broke: (start, length) => console.error(text(start, length)) };
  engine = new WebAssembly.Instance(module, { worker }).exports;
  engine.start();
  const request = new TextEncoder().encode(`POST /api/analyse\n${JSON.stringify(body)}`);
  const begun = process.cpuUsage();
  new Uint8Array(engine.memory.buffer).set(request, engine.room(request.length));
  engine.answer();
  const { user, system } = process.cpuUsage(begun);
  return { seconds: (user + system) / 1e6, answer: JSON.parse(line) };
}

function native(game, position, nodes) {
  const words = ["analyze", game, ...(position ? [position] : []), "--nodes", String(nodes), "--memory", "32M", "--json"];
  const { stdout, stderr } = spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "_", PROGRAM, ...words], { encoding: "utf8", maxBuffer: 1 << 28 });
  const [user, system] = stderr.trim().split(" ").map(Number);
  return { seconds: user + system, answer: JSON.parse(stdout.trim().split("\n").at(-1)) };
}

for (const [game, position] of SEARCHES) {
  const nodes = Number(thousands) * 1000;
  const [there, here] = [native(game, position, nodes), inWasm({ game, position, limits: { nodes } })];
  const same = there.answer.best === here.answer.best && there.answer.nodes === here.answer.nodes;
  console.log(`${game.padEnd(18)} ${here.answer.nodes} nodes  native ${there.seconds.toFixed(2)} s  wasm ${here.seconds.toFixed(2)} s  ${Math.round((100 * there.seconds) / here.seconds)} %  ${same ? "the same answer" : `OTHER: ${there.answer.best} ${here.answer.best}`}`);
}
