// The server, as functions. Every failure is a `Refused` with one sentence to show.

import { engineFetch } from "./local_engine.js";
import { t } from "./text.js";
import { translated } from "./translation.js";

/** An error of the server or of the connection. */
export class Refused extends Error {
  constructor(answer, status = 0) {
    const place = answer.line && !answer.error.includes(`line ${answer.line}, column ${answer.column}`) ? t("api.place", answer) : "";
    const expected = answer.expected && !answer.error.includes(answer.expected) ? t("api.expected", { expected: translated(answer.expected, "refusal") }) : "";
    super(`${translated(answer.error, "refusal")}${place}${expected}`);
    this.status = status;
    this.field = answer.field;
  }
}

/** Whether a request was aborted on purpose. */
export const isAbort = (error) => error?.name === "AbortError";

async function request(path, options) {
  let response;
  try {
    response = await (engineFetch ?? fetch)(path, { cache: "no-store", ...options });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refused({ error: engineFetch ? t("api.engine", { why: error.message }) : t("api.silent") });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refused(answer?.error ? answer : { error: t("api.status", { status: response.status }) }, response.status);
}

const posted = (body, signal) => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
  signal,
});

/** Requests JSON. */
export const get = async (path, signal) => (await request(path, { signal })).json();
export const post = async (path, body, signal) => (await request(path, posted(body, signal))).json();

/** Requests a file. */
export const getFile = async (path) => (await request(path, {})).blob();
export const postFile = async (path, body) => (await request(path, posted(body))).blob();

/** Reads a stream of JSON lines and passes each to `each`, until it ends or `signal` closes it. */
export async function stream(path, body, signal, each) {
  const response = await request(path, posted(body, signal));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines.filter((line) => line.trim())) tell(JSON.parse(line), each);
    if (done) return;
  }
}

function tell(event, each) {
  if (event.error) throw new Refused(event);
  each(event);
}
