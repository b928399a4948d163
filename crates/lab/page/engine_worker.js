// A worker that holds the engine as a WebAssembly module: a request comes in, the lines and the answer go out.
// A classic script, so that it also runs from a blob: a page opened from a file has no address to load modules from.

"use strict";

let engine = null;

/** A copy of the bytes that the module points to: its memory is not ours to keep. */
const bytes = (start, length) => new Uint8Array(engine.memory.buffer, start, length).slice();
const text = (start, length) => new TextDecoder().decode(bytes(start, length));

/** The functions that the module calls; the crate `rootward-web` describes them. */
const worker = {
  now: () => performance.now(),
  line: (start, length) => {
    const line = bytes(start, length);
    postMessage({ line }, [line.buffer]);
  },
  answered: (status, kind, kindLength, start, length) => {
    const body = bytes(start, length);
    postMessage({ status, type: text(kind, kindLength), body }, [body.buffer]);
  },
  broke: (start, length) => console.error(text(start, length)),
};

/** Requests may arrive while the module is being made. */
let ready = null;

async function begin(module) {
  engine = (await WebAssembly.instantiate(module, { worker })).exports;
  engine.start();
}

function answer(request) {
  // The place is asked for first: giving it may move the memory.
  const start = engine.room(request.length);
  new Uint8Array(engine.memory.buffer).set(request, start);
  engine.answer();
}

onmessage = async ({ data: { module, request } }) => {
  try {
    if (module) await (ready = begin(module));
    if (request) {
      await ready;
      answer(request);
    }
  } catch (error) {
    postMessage({ broken: String(error) });
  }
};
