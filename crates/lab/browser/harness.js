// A lab server, a browser, and checks with readable failures.

import { execFileSync, spawn } from "node:child_process";
import { basename, extname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";
import { serveFolder } from "./static_server.js";

/** The program under test. */
export const PROGRAM = process.env.ROOTWARD ?? "target/release/rootward";
/** A folder that `rootward site` has written, to be tried in the place of the server. */
export const SITE = process.env.SITE;
const BROWSER = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The output of the command line, one object per line. */
export function rootward(...words) {
  const text = execFileSync(PROGRAM, [...words, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 });
  return text.trim().split("\n").map((line) => JSON.parse(line));
}

/** Starts a lab on a free port, or serves the folder of one; returns its address and a function that ends it. */
export async function startLab() {
  if (SITE) return serveFolder(SITE);
  const child = spawn(PROGRAM, ["serve", "--port", "0", ...LAB_OPTIONS], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((found, failed) => {
    const hear = (chunk) => {
      said += chunk;
      const match = /https?:\/\/[^\s]+?:\d+/.exec(said);
      if (match) found(match[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("exit", (code) => failed(new Error(`the lab ended with ${code}: ${said}`)));
    setTimeout(() => failed(new Error(`the lab said no address: ${said}`)), 20_000).unref();
  });
  return { address, stop: () => child.kill() };
}

const LAB_OPTIONS = (process.env.LAB_OPTIONS ?? "").split(" ").filter(Boolean);

export const launch = () => chromium.launch({ executablePath: BROWSER, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-lcd-text"] });

/** Serves the page's files from a folder; everything else comes from the program. */
export async function fromDisk(context, folder) {
  await context.route(/\/(assets\/[^/?]+)?(\?lang=\w+)?$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    // A page that is closed meanwhile needs no answer.
    const response = await route.fetch().catch(() => null);
    return response && route.fulfill({ response, status: 200, path: join(folder, pathname === "/" ? "index.html" : basename(pathname)), contentType: TYPES[extname(pathname)] ?? "text/html; charset=utf-8" });
  });
}

const TYPES = { ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml" };

/** Whether an element can be seen: a class alone says nothing about that. */
export const isSeen = (locator) => locator.evaluate((element) => {
  const box = element.getBoundingClientRect();
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.width > 0 && box.height > 0;
});

/** Problems of a page that no test may cause: errors, and requests that leave the origin. */
export class Watch {
  complaints = [];

  constructor(context, address) {
    context.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${address}/`) && !/^(data|blob|file|about):/.test(url)) this.complaints.push(`request to ${url}`);
    });
    context.on("weberror", (error) => this.complaints.push(`error: ${error.error().stack ?? error.error()}`));
    context.on("console", (message) => {
      // A user's mistake is answered with 400, which browsers write to the console by themselves.
      if (message.type() === "error" && !message.text().includes("status of 400")) this.complaints.push(`console: ${message.text()} (${message.location().url})`);
    });
  }
}

export function same(found, wanted, what) {
  if (!isDeepStrictEqual(found, wanted)) throw new Error(`${what}:\n  found  ${show(found)}\n  wanted ${show(wanted)}`);
}

export function holds(fact, what) {
  if (!fact) throw new Error(what);
}

function show(value) {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

/** The median. */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Opens a link of the lab and waits until its content is there. */
export async function open(page, address, hash = "", ready = "") {
  await page.goto("about:blank");
  await page.goto(`${address}/${hash}`);
  if (ready) await page.waitForSelector(ready);
}

/** The sentence below the picture. */
export const said = (page) => page.locator(".view.tree .search:not([hidden]) .said").first().textContent();

/** Waits until the page shows this step, out of `all` if given: a tree just chosen takes a moment to load. */
export const atStep = (page, step, all = "") =>
  page.waitForFunction((wanted) => document.querySelector(".view.tree .search .number")?.textContent.startsWith(wanted), `Step ${step} of ${all}`);

/** The lines of the accessible tree. */
export const outline = (page) =>
  page.locator(".view.tree [role=tree]").first().locator("[role=treeitem]").evaluateAll((items) =>
    items.map((item) => `${item.getAttribute("aria-level")} ${item.textContent}${item.hasAttribute("aria-current") ? " ◂" : ""}`));
