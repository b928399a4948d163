// The pictures of the documents. They are written only when asked for (`SHOTS=1`): a test must not change the project.

import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { atStep, holds, open } from "../harness.js";

const FOLDER = fileURLToPath(new URL("../../../../docs/img/", import.meta.url));
const LARGEST = 150_000;

const click = (name) => (page) => page.getByRole("button", { name }).first().click();

const SHOTS = {
  "tree-lab": { hash: "#tree?step=12", ready: ".said", then: (page) => atStep(page, 12) },
  "side-by-side": {
    hash: "#tree?both=1&order2=best&step=22", ready: ".search ~ .search .said", then: (page) => atStep(page, 22),
  },
  practice: {
    hash: "#practice?game=tree&position=((3+12+8)+(2+4+6)+(14+5+2))", ready: ".quiz tbody tr",
    then: async (page) => {
      for (const [field, text] of [["alpha", "−∞"], ["beta", "∞"], ["value", "3"]]) await page.locator(`[data-field=${field}]`).first().fill(text);
      await click("Check my answers")(page);
      await page.waitForSelector(".result .score");
    },
  },
  "game-lab": {
    hash: "#game?game=connect-four&moves=4+4+5&you=both", ready: ".board [data-piece=O]", colorScheme: "dark",
    then: async (page) => {
      await click("Analyse")(page);
      await page.waitForFunction(() => document.querySelectorAll(".strip li").length === 7 && document.querySelector(".headline").textContent);
    },
  },
  matrix: {
    hash: "#matrix?matrix=3,2+0,0;+0,0+2,3&title=Battle+of+the+sexes&rows=opera,football&columns=opera,football&shown=3", ready: ".view.matrix .equilibria",
    then: async () => {},
  },
  table: {
    hash: "#table?position=8/8/8/1k6/8/8/K5P1/8+w&piece=b5", ready: ".view.table [data-tint=draw]",
    then: async () => {},
  },
  compare: {
    hash: "#compare?game=connect-four:8x7&depths=1..6", ready: ".compare form",
    then: async (page) => {
      await click("Count")(page);
      await page.waitForFunction(() => document.querySelector(".compare .state").textContent.includes("agree"), null, { timeout: 60_000 });
    },
  },
};

export const tests = process.env.SHOTS ? Object.fromEntries(Object.entries(SHOTS).map(([name, shot]) => [`picture of ${name}`, async ({ page, address }) => {
  await page.setViewportSize({ width: 1200, height: 690 });
  await page.emulateMedia({ colorScheme: shot.colorScheme ?? "light" });
  await open(page, address, shot.hash, shot.ready);
  await shot.then(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(200);
  await page.screenshot({ path: `${FOLDER}${name}.png` });
  const { size } = statSync(`${FOLDER}${name}.png`);
  holds(size < LARGEST, `${name}.png has ${size} bytes`);
  return `${size} bytes`;
}])) : {};
