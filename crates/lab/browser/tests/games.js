// Games played by clicks and by keys, and live analysis.

import { holds, median, open, same } from "../harness.js";

const over = (text) => /won|draw/i.test(text);

/** Plays to the end, always on a legal cell, with the engine's replies, and returns how it ended. */
async function playOut(page) {
  for (let count = 0; count < 60; count += 1) {
    await page.waitForFunction(() => !document.querySelector(".turn").textContent.includes("thinking"));
    const turn = await page.locator(".turn").textContent();
    if (over(turn)) return turn;
    const before = await page.locator(".moves-played li").count();
    await page.locator(".stage .board .cell.legal").first().click();
    await page.waitForFunction((count) => document.querySelectorAll(".moves-played li").length > count && !document.querySelector(".turn").textContent.includes("thinking"), before);
    await page.waitForFunction((count) => /won|draw/i.test(document.querySelector(".turn").textContent) || document.querySelectorAll(".moves-played li").length === count + 2, before);
  }
  throw new Error("the game does not end");
}

export const tests = {
  "a game of tic-tac-toe against the engine, by clicks": async ({ page, address }) => {
    await open(page, address, "#game?game=tic-tac-toe&level=4&you=first", ".board .cell.legal");
    const end = await playOut(page);
    const stones = await page.locator(".stage .piece:not(:empty)").count();
    same(await page.locator(".moves-played li").count(), stones, "as many moves as stones");
    holds(over(end), end);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".stage .piece:not(:empty)").length < count, stones);
    await page.getByRole("button", { name: "Redo" }).click();
    await page.waitForFunction((end) => document.querySelector(".turn").textContent === end, end);
  },

  "a game of Connect Four against the engine, by clicks": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four&level=2&you=second", ".board .cell");
    await page.waitForSelector(".board [data-piece=X]");
    await playOut(page);
    const stones = await page.locator(".stage .piece:not(:empty)").count();
    same(await page.locator(".moves-played li").count(), stones, "as many moves as stones");
    await page.getByRole("button", { name: "Value every ply" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".graph .dot").length > count / 2, stones);
  },

  "a move by arrow keys and Enter, and a position set up by hand": async ({ page, address }) => {
    await open(page, address, "#game?game=tic-tac-toe&you=both", ".board .cell.legal");
    await page.locator(".board [tabindex='0']").focus();
    for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.waitForSelector(".board [data-piece=X]");
    same(await page.locator(".board .cell", { has: page.locator("[data-piece=X]") }).getAttribute("data-at"), "b2", "the cell in the middle");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("button", { name: "Empty" }).click();
    await page.locator(".board [data-at=a1]").click();
    await page.getByRole("radio", { name: "O" }).click();
    await page.locator(".board [data-at=c3]").click();
    await page.getByRole("button", { name: "Use it" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll("input")].some((input) => input.value === "..O/.../X.."));
    same(await page.locator(".turn").textContent(), "X to move", "whose turn it is");
  },

  "live analysis arrives, says what is proven, and stops": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four:8x7&moves=4+4&you=both", ".board .cell.legal");
    const [first, stop] = [[], []];
    for (let round = 0; round < 5; round += 1) {
      const begun = await page.evaluate(() => {
        const at = performance.now();
        [...document.querySelectorAll("button")].find((button) => button.textContent === "Analyse").click();
        return at;
      });
      await page.waitForSelector(".iterations tbody");
      first.push((await page.evaluate(() => window.firstLineAt ?? performance.now())) - begun);
      await page.waitForTimeout(150);
      const ended = await page.evaluate(async () => {
        const at = performance.now();
        [...document.querySelectorAll("button")].find((button) => button.textContent === "Stop").click();
        for (;;) {
          const { searches } = await (await import(new URL("assets/api.js", document.baseURI))).get("/api/status");
          if ((searches?.running ?? searches ?? 0) === 0 || performance.now() - at > 3000) return performance.now() - at;
        }
      });
      stop.push(ended);
    }
    holds(stop.every((time) => time < 3000), `the server goes on searching: ${stop}`);
    same(await page.locator(".analysis .state").textContent(), "stopped", "the state");
    const rows = await page.locator(".iterations tbody").count();
    await page.waitForTimeout(300);
    same(await page.locator(".iterations tbody").count(), rows, "iterations after the stop");
    holds((await page.locator(".strip li").count()) === 8, "a value for each of the eight moves");
    holds((await page.locator(".iterations .label").first().textContent()) === "estimate", "an estimate is called one");
    return `first line after ${median(first).toFixed(0)} ms (bar 200), stopped after ${median(stop).toFixed(0)} ms (bar 100)`;
  },

  "a proven value is called proven": async ({ page, address }) => {
    await open(page, address, "#game?game=tic-tac-toe&position=XX./OO./...&you=both", ".board .cell.legal");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForFunction(() => document.querySelector(".analysis .state").textContent === "done");
    const text = await page.locator(".headline").textContent();
    holds(/c3: win in 1 for X \(proven\)/.test(text), text);
  },

  "why this move: a sentence and a line first": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four:6x5&moves=3+3&you=both", ".board .cell.legal");
    await page.getByRole("button", { name: "Explain" }).click();
    holds((await page.getByRole("button", { name: "Cancel" }).count()) <= 1, "a way out");
    await page.waitForFunction(() => document.querySelectorAll(".why p").length >= 3);
    const told = await page.locator(".why").textContent();
    holds(/\S+ is best for X: /.test(told) && told.includes("The best line: ") && told.includes("Second best is "), told);
    await page.locator(".board .cell.legal").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".why p").length === 0);
  },

  "why this move: the search of the position, with the board beside the node": async ({ page, address }) => {
    await open(page, address, "#game?game=tic-tac-toe&moves=b2+a1&you=both", ".board .cell.legal");
    await page.getByLabel("Plies").fill("2");
    const show = page.getByRole("button", { name: "Show the search" });
    const seen = () => page.waitForSelector(".view.tree:not([hidden]) .said", { timeout: 5_000 });
    await show.click();
    // On a busy machine the click may hit a button that is just being redrawn.
    await seen().catch(() => show.click().then(seen));
    await page.locator(".view.tree .picture .canvas").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".view.tree .pane .board [data-piece=X]");
    same(await page.locator(".view.tree .pane .board .piece:not(:empty)").count(), 3, "stones at the node");
  },
};
