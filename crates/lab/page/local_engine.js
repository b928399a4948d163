// The engine in the browser, in the place of the server: it is called as `fetch` is, and gives the same answers.
//
// Calls wait in lanes, so that a click is answered while a search runs. A worker hears nothing while it searches: a call that is
// aborted ends its worker, and the next call gets another one, made of the module that is compiled already.

import { t } from "./text.js";

/** Where the engine is: a file beside the page, or an element of it. None if there is a server. */
const place = document.querySelector("[data-engine]");

/** Which calls wait for each other, and how many workers serve them. Traces live in the worker that recorded them. */
const LANES = [
  { paths: /^\/api\/(trace|quiz)/, most: 1 },
  { paths: /^\/api\/endgames/, most: 1 },
  { paths: /^\/api\/(analyse|graph|play|turn|compare|matrix|exercise)/, most: 3 },
  { paths: /./, most: 1 },
].map((lane) => ({ ...lane, waiting: [], idle: [], busy: 0 }));

/** `fetch` for the paths of the engine; null if there is a server that answers them. */
export const engineFetch = place && ((path, { method = "GET", body = "", signal } = {}) => new Promise((resolve, reject) => {
  if (signal?.aborted) return reject(aborted());
  const lane = LANES.find(({ paths }) => paths.test(path));
  const request = new TextEncoder().encode(`${method} ${path}\n${body}`);
  const call = { lane, request, resolve, reject, stream: null, engine: null };
  call.abort = () => end(call, aborted());
  signal?.addEventListener("abort", call.abort, { once: true });
  call.done = () => signal?.removeEventListener("abort", call.abort);
  lane.waiting.push(call);
  return next(lane);
}));

const aborted = () => new DOMException("The call was aborted.", "AbortError");

/** Gives the first waiting call to a worker, if one is free or may be made. */
function next(lane) {
  if (!lane.waiting.length || (!lane.idle.length && lane.busy >= lane.most)) return;
  const call = lane.waiting.shift();
  lane.busy += 1;
  // The worker that was used last has the warmest tables.
  call.engine = lane.idle.pop() ?? begin();
  call.engine.then((engine) => {
    // An abort may have come while the engine was on its way.
    if (!call.engine) return;
    engine.onmessage = ({ data }) => hear(call, data);
    engine.onerror = (event) => end(call, new Error(event.message));
    engine.postMessage({ request: call.request }, [call.request.buffer]);
  }, (error) => end(call, error));
}

function hear(call, { line, status, type, body, broken }) {
  if (broken) return end(call, new Error(broken));
  if (line) {
    const { resolve } = call;
    if (!call.stream) resolve(new Response(new ReadableStream({ start: (stream) => (call.stream = stream), cancel: call.abort }), { headers: { "Content-Type": "application/x-ndjson" } }));
    return call.stream.enqueue(line);
  }
  if (call.stream) call.stream.close();
  else call.resolve(new Response(body, { status, headers: { "Content-Type": type } }));
  return release(call, call.lane.idle);
}

/** Ends a call that has no answer, and with it the worker that is at it. */
function end(call, error) {
  const { lane } = call;
  const place = lane.waiting.indexOf(call);
  if (place >= 0) lane.waiting.splice(place, 1);
  if (call.stream) call.stream.error(error);
  else call.reject(error);
  call.stream = null;
  if (call.engine) release(call, null);
}

function release(call, idle) {
  const { lane, engine } = call;
  call.done();
  call.engine = null;
  lane.busy -= 1;
  if (idle) idle.push(engine);
  else engine.then((worker) => worker.terminate(), () => {});
  next(lane);
}

let module = null;
let script = null;

/** A new worker with the engine in it. */
async function begin() {
  module ??= load();
  script ??= place.dataset.worker ? document.querySelector(place.dataset.worker).textContent : null;
  // A module that could not be loaded is asked for again with the next call.
  const compiled = await module.catch((error) => {
    module = null;
    throw error;
  });
  const address = script === null ? new URL("engine_worker.js", import.meta.url) : URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.postMessage({ module: compiled });
  return worker;
}

async function load() {
  const packed = place.dataset.engine ? await file(new URL(place.dataset.engine, document.baseURI)) : fromBase64(place.textContent);
  return WebAssembly.compile(await unpacked(packed));
}

async function file(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(t("api.missing", { address, status: response.status }));
  return new Uint8Array(await response.arrayBuffer());
}

const fromBase64 = (text) => Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));

/** The engine travels compressed, whatever the host does; a host may have unpacked the outer layer on the way. */
async function unpacked(bytes) {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isPacked ? await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer() : bytes;
  return withRepeats(new Uint8Array(plain));
}

/** Puts the distant repeats back in, which gzip does not see: `site/repeats.rs` takes them out and describes the form. */
function withRepeats(packed) {
  let at = 0;
  const number = () => {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = packed[at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  const bytes = new Uint8Array(number());
  const end = number() + at;
  let [plain, length] = [end, 0];
  while (at < end) {
    const [taken, copied, back] = [number(), number(), number()];
    bytes.set(packed.subarray(plain, plain + taken), length);
    [plain, length] = [plain + taken, length + taken];
    bytes.copyWithin(length, length - back, length - back + copied);
    length += copied;
  }
  bytes.set(packed.subarray(plain), length);
  return bytes;
}
