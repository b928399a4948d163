// Playing: the bar, lines taken back, files of games, engine against engine, the clock, hints, names of openings, coordinates,
// dice within one request, set-up for every game, and why a move was chosen.

import { readFileSync } from "node:fs";
import { pathsAsked } from "../calls.js";
import { holds, isSeen, open, same } from "../harness.js";

const played = (page) => page.locator(".moves-played button").allTextContents();
const cell = (page, at) => page.locator(`.view.game .board [data-at="${at}"]`);
const drop = (page, column) => page.locator(".view.game .board.drop .cell").nth(column - 1).click();

export const tests = {
  "the bar follows the value, from the side at the bottom": async ({ page, address }) => {
    // White is a queen up.
    await open(page, address, "#game?game=chess&position=4k3/8/8/8/8/8/8/Q3K3+w+-+-+0+1&you=both", ".eval-bar.unknown");
    holds(await isSeen(page.locator(".eval-bar")), "the bar");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForSelector(".eval-bar:not(.unknown)");
    await page.getByRole("button", { name: "Stop" }).click();
    const share = () => page.evaluate(() => document.querySelector(".eval-part").getBoundingClientRect().height / document.querySelector(".eval-bar").clientHeight);
    holds((await share()) > 0.8, "White has most of it");
    holds((await page.locator(".eval-bar").getAttribute("aria-label")).includes("White"), "in words");
    const side = () => page.evaluate(() => document.querySelector(".eval-part").getBoundingClientRect().top > document.querySelector(".eval-bar").getBoundingClientRect().top + 5);
    same(await side(), true, "White below");
    await page.getByRole("button", { name: "Flip the board" }).click();
    same(await side(), false, "White above after a flip");
    const gap = await page.evaluate(() => document.querySelector(".with-bar .board").getBoundingClientRect().left - document.querySelector(".eval-bar").getBoundingClientRect().right);
    holds(gap >= 0 && gap < 30, `the bar is beside the board, not ${gap} away`);
  },

  "a line that is taken back is kept, and can be gone on with": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four&moves=4+4+5&you=both", ".board [data-piece=O]");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await drop(page, 1);
    await page.waitForSelector(".variations button");
    same(await played(page), ["4", "4", "1"], "the game");
    await page.locator(".variations button").click();
    await page.waitForFunction(() => document.querySelectorAll(".moves-played button")[2]?.textContent === "5");
    same(await played(page), ["4", "4", "5"], "the line is the game again");
    same(await page.locator(".variations button").count(), 1, "and the other one is kept");
  },

  "a game is saved as PGN with its variations, and read again": async ({ page, address }) => {
    await open(page, address, "#game?game=chess&moves=e4+e5+Nf3&you=both", ".board .man");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await cell(page, "f2").click();
    await cell(page, "f4").click();
    await page.waitForSelector(".variations button");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const file = await saved;
    same(file.suggestedFilename(), "chess.pgn", "its name");
    const text = readFileSync(await file.path(), "utf8");
    holds(text.includes("1. e4 e5 2. f4 (2. Nf3)"), text);
    same(await page.locator(".opening").textContent(), "King's Gambit", "the opening");
    await open(page, address, "#game?game=connect-four&you=both", ".board.drop");
    await page.getByLabel("Open a file").setInputFiles({ name: "a.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.waitForSelector(".board .man");
    same(await played(page), ["e4", "e5", "f4"], "the moves");
    same(await page.locator(".variations button").count(), 1, "the variation");
    await page.getByLabel("A game as text").fill("1. e4 e9");
    await page.getByRole("button", { name: "Read this game" }).click();
    await page.waitForSelector(".message.error");
    same(await played(page), ["e4", "e5", "f4"], "a bad file changes nothing");
  },

  "engine against engine plays by itself, and stops when somebody looks back": async ({ page, address }) => {
    await open(page, address, "#game?game=tic-tac-toe&you=none&level=3", ".board");
    await page.waitForFunction(() => document.querySelectorAll(".moves-played button").length >= 3);
    same(await page.locator(".board").first().getAttribute("aria-disabled"), "true", "nobody else may move");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    same(await page.getByLabel("You play").inputValue(), "both", "it has stopped");
    const before = (await played(page)).length;
    await page.waitForTimeout(1200);
    same((await played(page)).length, before, "no more moves");
  },

  "the clock runs for the side to move, and whose time is over has lost": async ({ page, address }) => {
    await page.clock.install();
    await open(page, address, "#game?game=connect-four&you=both", ".board.drop");
    await page.getByLabel("Clock").selectOption("1");
    await page.getByRole("button", { name: "New game" }).click();
    await page.waitForSelector(".clocks:not([hidden]) .runs");
    await page.clock.fastForward(20_000);
    await page.waitForFunction(() => document.querySelector(".time").textContent.includes("0:40"));
    await drop(page, 4);
    await page.waitForSelector(".time:nth-child(2).runs");
    await page.clock.fastForward(61_000);
    await page.waitForSelector(".message");
    holds((await page.locator(".message").textContent()).includes("The time of O is over."), "the message");
    await page.locator(".view.game .board.drop .cell").nth(3).click({ force: true });
    await page.clock.fastForward(500);
    same(await played(page), ["4"], "no move after that");
  },

  "a hint names the piece first, and then the move": async ({ page, address }) => {
    await open(page, address, "#game?game=chess&position=6k1/5ppp/8/8/8/8/8/R3K3+w+-+-+0+1&you=both", ".board .man");
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".hint-message").textContent.includes("Look at a1"));
    await page.getByRole("button", { name: "Hint", exact: true }).click();
    await page.waitForFunction(() => document.querySelector(".hint-message").textContent.startsWith("Ra8#"));
    await page.waitForSelector(".arrows .best");
  },

  "boards have coordinates": async ({ page, address }) => {
    for (const [game, at, wanted] of [["tic-tac-toe", "a1", "a"], ["othello", "a8", "a"], ["chess", "h1", "h"]]) {
      await open(page, address, `#game?game=${game}&you=both`, ".board .cell");
      same(await cell(page, at).getAttribute("data-file"), wanted, `${game}, ${at}`);
      holds(await cell(page, at).evaluate((element, wanted) => getComputedStyle(element, "::before").content.includes(wanted), wanted), `${game}: it is drawn`);
    }
    await open(page, address, "#game?game=connect-four&you=both", ".board .cell");
    same(await page.locator(".board .cell[data-file]:not([data-file=''])").evaluateAll((cells) => cells.map((cell) => cell.dataset.file)), ["1", "2", "3", "4", "5", "6", "7"], "columns");
  },

  "a click in a game with dice is one request": async ({ page, address }) => {
    await open(page, address, "#game?game=pig&you=first&level=1&dice=press&seed=3", ".legal-moves button");
    const asked = await pathsAsked(page);
    await page.getByRole("button", { name: "roll", exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves-played button").length >= 2);
    await page.waitForTimeout(300);
    same(await asked.list(), ["/api/turn"], "requests for a throw");
    await open(page, address, "#game?game=backgammon&you=second&level=1&dice=once&seed=3", ".points .legal");
    holds((await played(page)).length >= 2, "the engine has thrown and moved");
  },

  "othello, kalah and pig are set up by hand": async ({ page, address }) => {
    const begin = async (game, ready) => {
      await open(page, address, `#game?game=${game}&you=both`, ready);
      await page.getByRole("button", { name: "Set up" }).click();
    };
    const use = async () => {
      await page.getByRole("button", { name: "Use it" }).click();
      await page.waitForSelector(".set-up", { state: "hidden" });
    };
    await begin("othello:4x4", ".board .cell");
    await cell(page, "a1").click();
    await page.getByLabel("To move").selectOption("second");
    await use();
    same(await page.getByLabel("Notation").inputValue(), "X.../.OX./.XO./.... O", "othello");
    await begin("kalah:2,2", ".board .cell");
    await cell(page, "S1").click();
    await page.getByRole("radio", { name: "one seed less" }).click();
    await cell(page, "N2").click();
    await use();
    same(await page.getByLabel("Notation").inputValue(), "3,2,0/2,1,0/S", "kalah");
    await begin("pig", ".pig:not([hidden])");
    await page.getByRole("spinbutton", { name: "Second" }).fill("42");
    await use();
    same(await page.getByLabel("Notation").inputValue(), "0,42,0", "pig");
  },

  "why this move: a sentence, a line, and what a shallower search overlooks": async ({ page, address }) => {
    // Taking the rook loses the queen, which one ply does not show.
    await open(page, address, "#game?game=chess&position=1k6/2p5/3r4/8/3Q2n1/8/8/K7+w+-+-+0+1&you=both", ".board .man");
    await page.getByRole("button", { name: "Explain" }).click();
    await page.waitForSelector(".why ~ *, progress:not([hidden])");
    await page.waitForFunction(() => document.querySelector(".why").textContent.includes("is best for White"));
    await page.waitForFunction(() => [...document.querySelectorAll("button")].some((button) => button.textContent === "Explain"));
    const text = await page.locator(".why").innerText();
    holds(/is best for White/.test(text) && /The best line:/.test(text) && /Second best is/.test(text), text);
    holds(/would have played .* It does not see|Searches of .* all play it/.test(text), text);
    await page.getByRole("button", { name: "Explain" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForFunction(() => document.querySelector(".panes").textContent.includes("cancelled"));
  },
};
