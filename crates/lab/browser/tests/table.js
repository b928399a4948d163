// The endgame table: pieces put down by hand, values of moves and squares, best play, the sweeps; links.

import { holds, open, rootward, same } from "../harness.js";

const VIEW = ".view.table";
const figure = (page, board) => page.locator(`${VIEW} figure:not([hidden])`).nth(board);
const square = (page, at, board = 0) => figure(page, board).locator(`[data-at=${at}]`);
const said = (page) => page.locator(`${VIEW} .sentence`).textContent();
const until = (page, text) => page.waitForFunction((text) => document.querySelector(".view.table .sentence")?.textContent.includes(text), text);
const tints = (page, board = 0) => figure(page, board).locator(".cell").evaluateAll((cells) =>
  Object.fromEntries(cells.filter((cell) => cell.dataset.tint).map((cell) => [cell.dataset.at, `${cell.dataset.tint} ${cell.querySelector(".note").textContent}`])));
const link = (fields) => `#table?${Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`;
const moves = (page) => page.locator(`${VIEW} .values tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(": ")));

async function drag(page, from, to) {
  const middle = async (at) => {
    const box = await square(page, at).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  const end = to ? await middle(to) : [5, 5];
  await page.mouse.move(...end, { steps: 5 });
  await page.mouse.up();
}

export const tests = {
  "table: a position has the value of every move and of every square": async ({ page, address }) => {
    await open(page, address, "#table", `${VIEW} .values tbody tr`);
    await until(page, "White to move: won in 10 moves (19 plies)");
    const listed = await moves(page);
    const best = listed.filter((text) => text.endsWith("won in 10 moves (19 plies)"));
    holds(best.length >= 1 && listed[0] === best[0], `the best move is first: ${listed}`);
    await page.waitForSelector(`${VIEW} figure:not([hidden]) [data-tint=win]`);
    const seen = await tints(page);
    same(seen.b2, "win W10", "the queen where it is");
    same(seen.f5, undefined, "the king's square");
    holds(new Set(Object.values(seen)).size >= 3, `other values elsewhere: ${JSON.stringify(seen)}`);
    holds((await square(page, "b2").getAttribute("aria-label")).startsWith("b2, white queen, W10, with the white queen here won in 10 moves (19 plies)"), "a screen reader hears it");
    await page.locator(`${VIEW} .values button`).first().click();
    await until(page, "Black to move: lost in 9 moves (18 plies)");
    await page.goBack();
    await until(page, "White to move: won in 10 moves (19 plies)");
  },

  "table: pieces are put down by presses, by dragging, by keys": async ({ page, address }) => {
    await open(page, address, "#table", `${VIEW} .values tbody tr`);
    await until(page, "19 plies");
    await square(page, "b2").click();
    await page.waitForFunction(() => !document.querySelector(".view.table [data-tint=win]"));
    await square(page, "b2").click();
    await square(page, "e4").click();
    await until(page, "in check");
    holds((await page.locator(`${VIEW} .sentence.wrong`).count()) === 1, "White cannot be to move");
    await page.getByRole("combobox", { name: "To move", exact: true }).selectOption("b");
    await until(page, "Black to move: draw");
    await drag(page, "e4", "b6");
    await until(page, "Black to move: lost in");
    same(await page.getByLabel("Notation").inputValue(), "8/8/1Q6/5k2/8/8/8/K7 b - - 0 1", "FEN");
    await square(page, "b6").focus();
    await page.keyboard.press("Delete");
    await until(page, "Black to move: draw");
    await page.getByRole("button", { name: "Put down a white rook" }).click();
    await square(page, "a8").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await until(page, "Black to move: lost in");
    same(await page.getByLabel("Name", { exact: true }).inputValue(), "KRK", "the ending");
    await page.getByLabel("Notation").fill("8/8/8/8/8/k7/8/K7 w - - 0 1");
    await page.getByRole("button", { name: "Go there" }).click();
    await until(page, "White to move: draw");
    await page.getByLabel("Notation").fill("nonsense");
    await page.getByRole("button", { name: "Go there" }).click();
    await page.waitForSelector("#messages .error");
    holds((await said(page)).includes("draw"), "the position stays");
  },

  "table: the longest win is walked, as the command line walks it": async ({ page, address }) => {
    await open(page, address, "#table", `${VIEW} .values tbody tr`);
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("KRvK");
    await name.press("Enter");
    await until(page, "lost in 16 moves (32 plies)");
    await page.getByRole("button", { name: "Longest win" }).click();
    await page.waitForSelector(`${VIEW} .moves-played li`);
    const line = (await page.locator(`${VIEW} .moves-played li`).allTextContents()).map((text) => text.replace(/^\d+[.…] /, ""));
    same([line.length, line.at(-1).endsWith("#")], [32, true], "the line");
    await page.locator(`${VIEW} .transport button`).first().focus();
    await page.keyboard.press("ArrowRight");
    await until(page, "White to move: won in 16 moves (31 plies)");
    same(await page.locator(`${VIEW} .values tr.next button`).textContent(), line[1], "the next move is marked");
    await page.keyboard.press("End");
    await until(page, "Black is checkmated.");
    await page.locator(`${VIEW} .moves-played button`).nth(28).click();
    await until(page, "White to move: won in 2 moves (3 plies)");
    await name.fill("KXK");
    await name.press("Enter");
    await page.waitForSelector("#messages .error");
  },

  "table: the sweeps of KRK fill the board, as 'table step' counts them": async ({ page, address }) => {
    await open(page, address, link({ position: "8/8/8/8/8/1K6/8/k6R w - - 0 1", piece: "h1" }), `${VIEW} .sentence`);
    await page.getByRole("button", { name: "How it is built" }).click();
    await until(page, "Nothing is settled yet");
    same([await tints(page), await tints(page, 1)], [{}, {}], "an empty board");
    await page.locator(`${VIEW} .transport button`).first().focus();
    await page.keyboard.press("ArrowRight");
    const sweeps = rootward("table", "step", "chess", "KRK");
    await until(page, `Sweep 0 settles ${sweeps[0].positions.toLocaleString("en")} positions: mate`);
    await page.waitForFunction(() => document.querySelectorAll(".view.table figure")[1].querySelector("[data-tint=loss]"));
    const mates = await tints(page, 1);
    holds(Object.values(mates).every((text) => text === "loss 0") && mates.h1 && !mates.b2, JSON.stringify(mates));
    same(await tints(page), {}, "nothing for White yet");
    await page.keyboard.press("ArrowRight");
    await until(page, `Sweep 1 settles ${sweeps[1].positions.toLocaleString("en")} positions`);
    await page.waitForFunction(() => document.querySelector(".view.table figure [data-tint=win]"));
    holds(Object.values(await tints(page)).every((text) => text === "win 1"), JSON.stringify(await tints(page)));
    const rows = await page.locator(`${VIEW} .sweeps tbody tr`).evaluateAll((rows) => rows.map((row) => row.children[2].textContent.replaceAll(",", "")));
    same(rows.slice(0, -1).map(Number), sweeps.map(({ positions }) => positions), "the counts");
    // Another place for the king, by hand: the sweeps go on.
    await square(page, "b3").click();
    await square(page, "c3").click();
    await page.waitForFunction(() => document.querySelector(".view.table input[type=text]") && location.hash.includes("2K5"));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show one of them" }).click();
    await page.waitForFunction(() => document.querySelector(".view.table figure [data-tint=win]"));
    await page.locator(`${VIEW} .transport button`).last().click();
    await until(page, "draws: nobody can force anything");
  },

  "table: a link brings it all back, and a bad one says a sentence": async ({ page, browser, address }) => {
    const seen = async (page) => [await said(page), await tints(page), await tints(page, 1), await page.getByLabel("Notation").inputValue()];
    for (const fields of [
      { position: "8/8/8/1k6/8/8/K5P1/8 w - - 0 1", piece: "a2" },
      { position: "8/8/8/1k6/8/8/K5P1/8 w - - 0 1", mode: "walk", step: 5 },
      { position: "8/8/8/8/8/1K6/8/k6R w - - 0 1", piece: "h1", mode: "build", step: 6 },
    ]) {
      await open(page, address, link(fields), `${VIEW} .sentence`);
      await page.waitForFunction(() => /plies|Sweep/.test(document.querySelector(".view.table .sentence").textContent));
      await page.waitForTimeout(400);
      const [hash, before] = [await page.evaluate(() => location.hash), await seen(page)];
      const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await open(other, address, hash, `${VIEW} .sentence`);
      await other.waitForFunction(() => /plies|Sweep/.test(document.querySelector(".view.table .sentence").textContent));
      await other.waitForTimeout(400);
      same(await seen(other), before, hash);
      await other.context().close();
    }
    for (const [hash, words] of [
      ["#table?position=abc", "cannot be read"], ["#table?piece=z9", "a square"], ["#table?mode=x", "walk, build"],
      [link({ position: "8/8/8/3k4/8/8/8/K7 w - - 0 1", mode: "walk" }), "is a draw"], [link({ position: "8/8/8/2k5/8/8/2r5/K6Q w - - 0 1", mode: "build" }), "too large"],
    ]) {
      await open(page, address, hash, "#messages .error");
      const message = await page.locator("#messages .error span").textContent();
      holds(message.includes(words) && message.length < 300, `${hash}: '${message}'`);
    }
  },
};
