// Accessibility by axe-core, on every view, light and dark; and who may connect.

import { request } from "node:http";
import { createRequire } from "node:module";
import { atStep, holds, open, same } from "../harness.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const VIEWS = {
  course: ["#course?lesson=alpha-beta&screen=1", ".view.course .sentence .number"],
  "course, blanks": ["#course?lesson=alpha-beta&screen=4", ".view.course .answers input"],
  "course, board": ["#course?lesson=quiescence&screen=3", ".view.course .parts select"],
  "course, matrix": ["#course?lesson=matrices&screen=1", ".view.course .payoffs"],
  "course, ending": ["#course?lesson=endgames&screen=2", ".view.course [data-tint=win]"],
  "start page": ["", ".view.start .door"],
  "tree lab": ["#tree?step=12", ".view.tree .said"],
  "tree lab, side by side": ["#tree?step=12&both=1&order2=best", ".search:not([hidden]) ~ .search .said"],
  practice: ["#practice?seed=3", ".quiz tbody tr"],
  "game lab": ["#game?game=connect-four:8x7&moves=4+4+3&you=both", ".board [data-piece=X]"],
  "game lab, tic-tac-toe": ["#game?game=tic-tac-toe&you=both", ".board .cell.legal"],
  "game lab, chess": ["#game?game=chess&moves=e4+f5+Qh5%2B&you=both", ".board .check"],
  "game lab, 2048": ["#game?game=2048&you=both&moves=2@a1+2@b3", ".slides button:enabled"],
  "game lab, pig": ["#game?game=pig&you=both&dice=hand&moves=roll", ".outcomes button"],
  "game lab, backgammon": ["#game?game=backgammon&you=both&position=4HPwATDgc%2FABMA+31", ".points .legal"],
  compare: ["#compare?game=tic-tac-toe&depths=1..4", ".compare form"],
  matrix: ["#matrix?matrix=3,2+0,0;+0,0+2,3&rows=opera,football&columns=opera,football&shown=3", ".view.matrix .equilibria"],
  "matrix, eliminated": ["#matrix?matrix=3,4+1,2;+4,1+2,3&step=2", ".view.matrix .gone"],
  table: ["#table", ".view.table [data-tint=win]"],
  "table, best play": ["#table?position=8/8/8/8/8/8/1Rk5/K7+b&mode=walk&step=3", ".view.table .moves-played li"],
  "table, how it is built": ["#table?position=8/8/8/8/8/1K6/8/k6R+w&piece=h1&mode=build&step=9", ".view.table [data-tint=loss]"],
  "matrix, against nature": ["#matrix?kind=nature&matrix=2+4+3;+9+0+0;+6+1+3", ".view.matrix .criteria"],
};

async function violations(page) {
  const found = await page.evaluate(async () => (await window.axe.run(document)).violations);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.any.map((check) => check.message).join(" ").slice(0, 200)}`).slice(0, 3).join(" || ")}`);
}

/** Elements that appear only on request. */
const MORE = {
  "start page": async (page) => {
    await page.getByRole("button", { name: "Help" }).click();
    await page.waitForSelector("dialog[open]");
  },
  "tree lab": (page) => page.getByRole("button", { name: "Edit by clicking" }).click(),
  practice: (page) => page.getByRole("button", { name: "Check my answers" }).click(),
  "game lab": async (page) => {
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForSelector(".strip li");
    await page.getByRole("button", { name: "Stop" }).click();
  },
  "game lab, chess": async (page) => {
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForSelector(".arrows .best");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".board [data-at=g7]").click();
  },
  matrix: async (page) => {
    await page.locator(".view.matrix [data-field='cells.0.0.0']").fill("x");
    await page.waitForSelector(".view.matrix [aria-invalid]");
  },
  "game lab, 2048": (page) => page.getByRole("button", { name: "Set up" }).click(),
  "game lab, backgammon": async (page) => {
    await page.locator(".points [data-at='8']").click();
    await page.waitForSelector(".points .target");
  },
  compare: async (page) => {
    await page.getByRole("button", { name: "Count" }).click();
    await page.waitForFunction(() => document.querySelector(".compare .state").textContent.includes("agree"));
  },
};

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const axeTests = Object.fromEntries(Object.entries(VIEWS).map(([name, [hash, ready]]) => [`axe: ${name}, light and dark, desktop and phone`, async ({ page, address }) => {
  // The page's policy rightly allows no foreign scripts, so this one is injected from outside.
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await open(page, address, hash, ready);
    await MORE[name]?.(page);
    await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
    await page.waitForTimeout(200);
    await page.evaluate(await (await import("node:fs/promises")).readFile(AXE, "utf8"));
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await page.waitForTimeout(150);
      same(await violations(page), [], `${name}, ${colorScheme}, ${size.width} wide`);
    }
    await page.setViewportSize(DESKTOP);
  }
  // Other words may not fit their names any more.
  await open(page, address, `?lang=de${hash}`, ready);
  await page.evaluate(await (await import("node:fs/promises")).readFile(AXE, "utf8"));
  same(await violations(page), [], `${name}, in German`);
}]));

function statusFor(address, headers) {
  return new Promise((done, failed) => {
    request(`${address}/api/games`, { headers }, (response) => {
      response.resume();
      done(response.statusCode);
    }).on("error", failed).end();
  });
}

export const tests = {
  ...axeTests,

  "the button changes the theme, and the choice is kept": async ({ page, address }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page, address, "#tree", ".said");
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.getByRole("button", { name: "Dark" }).click();
    holds((await ground()) !== light, "dark is another ground");
    await page.reload();
    await page.waitForSelector(".said");
    holds((await ground()) !== light, "dark after loading again");
  },

  "paper is white, whatever the theme": async ({ page, address }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await open(page, address, "#tree", ".said");
    const inks = () => page.evaluate(() => [document.documentElement, document.querySelector(".rw-tree .ground")].map((element, index) => getComputedStyle(element)[index ? "fill" : "backgroundColor"]));
    holds((await inks()).every((ink) => ink !== "rgb(255, 255, 255)"), "dark on the screen");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    same(await inks(), Array(2).fill("rgb(255, 255, 255)"), "on paper");
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    await page.getByRole("button", { name: "Dark" }).click();
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    same(await inks(), Array(2).fill("rgb(255, 255, 255)"), "on paper, with dark chosen by hand");
  },

  "on a narrow screen nothing is wider than the screen": async ({ page, address }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [name, [hash, ready]] of Object.entries(VIEWS)) {
      await open(page, address, hash, ready);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      holds(wide <= 390, `${name} is ${wide} wide`);
    }
  },

  "only the lab's own names are answered": async ({ address }) => {
    same(await statusFor(address, {}), 200, "as it is");
    same(await statusFor(address, { Host: "evil.example" }), 403, "Host: evil.example");
    same(await statusFor(address, { Origin: "https://evil.example" }), 403, "Origin: evil.example");
  },
};
