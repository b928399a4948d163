// What a page asks its engine: over the network if there is a server, by messages to workers if there is none.

import { SITE } from "./harness.js";

/** In the page: notes what is said to workers that hold an engine. */
function note() {
  window.engineCalls = [];
  window.Worker = class extends Worker {
    #call = null;

    constructor(...rest) {
      super(...rest);
      this.addEventListener("message", ({ data }) => {
        if (data.body && this.#call) this.#call.answer = new TextDecoder().decode(data.body);
      });
    }

    postMessage(message, moved) {
      if (message.request) {
        const [head, ...body] = new TextDecoder().decode(message.request).split("\n");
        const [method, path] = head.split(" ");
        this.#call = { method, path, body: body.join("\n"), answer: null };
        window.engineCalls.push(this.#call);
      }
      super.postMessage(message, moved);
    }
  };
}

/** Makes the pages of a context note their calls, where the network does not show them. */
export const noteCalls = (context) => (SITE ? context.addInitScript(note) : null);

/** The call to a path that an action causes: `{body, answer}`, as JSON. */
export async function callOf(page, path, action) {
  if (!SITE) {
    const [response] = await Promise.all([page.waitForResponse(`**${path}`), action()]);
    const isJson = response.headers()["content-type"] === "application/json";
    return { body: response.request().postDataJSON(), answer: isJson ? await response.json() : null };
  }
  const before = await page.evaluate(() => window.engineCalls.length);
  await action();
  const found = await page.waitForFunction(([path, before]) => window.engineCalls.slice(before).find((call) => call.path === path && call.answer !== null), [path, before]);
  const { body, answer } = await found.jsonValue();
  return { body: JSON.parse(body), answer: answer && JSON.parse(answer) };
}

/** The paths that are asked for from now on; `forget()` empties the list. */
export async function pathsAsked(page) {
  if (!SITE) {
    const asked = [];
    page.on("request", (request) => request.url().includes("/api/") && asked.push(new URL(request.url()).pathname));
    return { list: async () => [...asked], forget: async () => (asked.length = 0) };
  }
  const forget = () => page.evaluate(() => (window.engineCalls.length = 0));
  await forget();
  return { list: () => page.evaluate(() => window.engineCalls.map(({ path }) => path)), forget };
}

/** Asks the engine as the page does. */
export const ask = (page, path) => page.evaluate(async (path) => (await import(new URL("assets/api.js", document.baseURI))).get(path), path);

/** The id of the trace that was shown last. */
export const traceId = (page) => page.evaluate(() => (window.engineCalls?.map(({ path }) => path) ?? performance.getEntriesByType("resource").map(({ name }) => name))
  .map((path) => path.match(/api\/trace\/([^/]+)\/frame/)?.[1]).findLast(Boolean));
