// The board is safe: nothing is taken out of turn, the engine goes on by itself, a click is one request.

import { callOf, pathsAsked } from "../calls.js";
import { holds, isSeen, open, same } from "../harness.js";

const turn = (page) => page.locator(".turn").textContent();
const played = (page) => page.locator(".moves-played li button").allTextContents();
const until = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".moves-played li").length === wanted, count);
const quiet = (page) => page.waitForFunction(() => !document.querySelector(".turn").textContent.includes("thinking"));
const stones = (page) => page.locator(".stage .piece:not(:empty)").count();

export const tests = {
  "clicks during the engine's turn are not taken": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four&level=1&you=first", ".board .cell.legal");
    await page.evaluate(() => {
      for (let count = 0; count < 6; count += 1) document.querySelector(".stage .board [data-at^='4.']").click();
    });
    await until(page, 2);
    await quiet(page);
    same(await stones(page), 2, "one stone of each side");
    await open(page, address, "#game?game=tic-tac-toe&level=1&you=first", ".board .cell.legal");
    await page.locator(".board [data-at=b2]").dblclick();
    await until(page, 2);
    await quiet(page);
    same([await stones(page), await page.locator(".message.error").count()], [2, 0], "stones and errors after a double click");
    await open(page, address, "#game?game=chess&time=700&you=first", ".board.pieces .man");
    for (const at of ["e2", "e4", "e7", "e5"]) await page.locator(`.stage .board [data-at=${at}]`).click();
    await until(page, 2);
    await quiet(page);
    same((await played(page))[0], "e4", "White's move");
    same(await turn(page), "White to move", "and Black's is the engine's own");
  },

  "the engine goes on after a reload, a link and an undo": async ({ page, address }) => {
    await open(page, address, "#game?game=tic-tac-toe&moves=b2&you=first&level=1", ".board .cell");
    await until(page, 2);
    await open(page, address, "#game?game=tic-tac-toe&you=second&level=1", ".board .cell");
    await until(page, 1);
    await page.waitForSelector(".board .cell.legal");
    const first = await played(page);
    await page.locator(".board .cell.legal").first().click();
    await until(page, 3);
    await quiet(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll(".moves-played button")].findIndex((move) => move.hasAttribute("aria-current")) === 0);
    same([(await played(page))[0], await turn(page)], [first[0], "O to move"], "undo takes the user's move and the reply back");
    const again = await callOf(page, "/api/turn", () => page.getByRole("button", { name: "Undo" }).click());
    same(again.body.moves, [], "where the user has chosen nothing, the engine begins again");
    await page.waitForFunction(() => document.querySelectorAll(".stage .piece:not(:empty)").length === 1);
    await page.waitForSelector(".board .cell.legal");
    // A position that names no player is to be looked at.
    await open(page, address, "#game?game=connect-four&moves=4+4+5", ".board .cell.legal");
    await page.waitForTimeout(400);
    same(await stones(page), 3, "nobody moves");
  },

  "a click is one request, and the engine's move is announced": async ({ page, address }) => {
    await open(page, address, "#game?game=tic-tac-toe&level=1&you=first", ".board .cell.legal");
    const asked = await pathsAsked(page);
    await page.locator(".board [data-at=b2]").click();
    await until(page, 2);
    await quiet(page);
    same(await asked.list(), ["/api/turn"], "requests");
    const reply = (await played(page)).at(-1);
    same(await page.locator(".announced[role=status]").textContent(), `O plays ${reply}.`, "what a screen reader says");
    await asked.forget();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Redo" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".stage .piece:not(:empty)").length === 2);
    same(await asked.list(), [], "requests for positions that were seen");
  },

  "a draw is called by its name": async ({ page, address }) => {
    await open(page, address, `#game?game=chess&position=${encodeURIComponent("8/8/4k3/8/8/3pK3/8/8 w - - 0 1")}&you=both`, ".board.pieces .man");
    for (const at of ["e3", "d3"]) await page.locator(`.stage .board [data-at=${at}]`).click();
    await page.waitForFunction(() => document.querySelector(".turn").textContent.startsWith("A draw"));
  },

  "2048: buttons, arrow keys and swipes, with the values on the buttons": async ({ page, address }) => {
    await open(page, address, "#game?game=2048&you=both&dice=once&seed=3&moves=2@a1+2@b3", ".slides button:enabled");
    const count = () => page.locator(".moves-played li").count();
    const slide = async (act) => {
      const before = await count();
      await act();
      await page.waitForFunction((before) => document.querySelectorAll(".moves-played li").length === before + 2, before);
      await page.waitForSelector(".slides button:enabled");
    };
    await slide(() => page.getByRole("button", { name: "left" }).click());
    same((await played(page))[2], "left", "a button");
    await slide(() => page.keyboard.press("ArrowDown"));
    same((await played(page))[4], "down", "an arrow key");
    await page.locator(".board [tabindex='0']").focus();
    await slide(() => page.keyboard.press("ArrowRight"));
    same((await played(page))[6], "right", "an arrow key on the board");
    const box = await page.locator(".stage .board").boundingBox();
    await slide(async () => {
      await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.8);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.2, { steps: 4 });
      await page.mouse.up();
    });
    same((await played(page))[8], "up", "a swipe");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForFunction(() => [...document.querySelectorAll(".slides small")].some((note) => note.textContent));
    await page.getByRole("button", { name: "Stop" }).click().catch(() => {});
    same(await page.locator(".stage .board .note:not(:empty)").count(), 0, "values over tiles");
  },

  "Pig is drawn: scores, what is risked, and the die": async ({ page, address }) => {
    await open(page, address, "#game?game=pig:30&you=both&dice=hand&moves=roll+5", ".pig .die");
    holds(await isSeen(page.locator(".pig .die")), "the die");
    const bars = await page.locator(".pig-bar").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("aria-label")));
    same(bars, ["First: 0 of 30, and 5 this turn", "Second: 0 of 30"], "the scores");
    holds(await isSeen(page.locator(".pig-bar .risked").first()), "what is risked");
    for (const [moves, wanted] of [["roll+5+hold", ["First: 5 of 30", "Second: 0 of 30"]], ["roll+5+hold+roll", ["First: 5 of 30", "Second: 0 of 30"]], ["roll+5+hold+roll+4", ["First: 5 of 30", "Second: 0 of 30, and 4 this turn"]]]) {
      await open(page, address, `#game?game=pig:30&you=both&dice=hand&moves=${moves}`, ".pig .pig-bar");
      holds(await isSeen(page.locator(".pig")), `the board after ${moves}`);
      same(await page.locator(".pig-bar").evaluateAll((bars) => bars.map((bar) => bar.getAttribute("aria-label"))), wanted, moves);
    }
  },

  "nothing of a board is shown before the game is there": async ({ page, address }) => {
    await open(page, address, "#game?game=kalah&you=both", ".board .cell.legal");
    holds(await isSeen(page.locator(".view.game .stage")), "the board");
    await open(page, address, "#tree", ".view.tree .said");
    const left = page.locator(".view.game .stage button");
    await page.evaluate(() => {
      window.firstSeen = new Promise((seen) => new MutationObserver((_, watch) => {
        const stage = document.querySelector(".view.game .stage");
        if (stage) seen(stage.checkVisibility() || (watch.disconnect(), false));
      }).observe(document.querySelector("#main"), { childList: true, subtree: true }));
      location.hash = "#game?game=kalah&you=both";
    });
    same(await page.evaluate(() => window.firstSeen), false, "the stage, as it is made");
    await page.waitForSelector(".board .cell.legal");
    holds((await left.count()) > 0, "the buttons, afterwards");
  },

  "positions of chess, draughts, Connect Four, 2048 and backgammon are set up by hand": async ({ page, address }) => {
    const setUp = async (game, pieces, side) => {
      await open(page, address, `#game?game=${game}&you=both`, ".stage [data-at]");
      await page.getByRole("button", { name: "Set up" }).click();
      await page.getByRole("button", { name: "Empty" }).click();
      for (const [piece, ...places] of pieces) {
        await page.locator(`.palette [data-piece="${piece}"]`).click();
        for (const at of places) await page.locator(`.stage [data-at="${at}"]`).click();
      }
      if (side) await page.getByLabel("To move").selectOption(side);
      const before = await page.getByLabel("Notation").inputValue();
      await page.getByRole("button", { name: "Use it" }).click();
      await page.waitForFunction((before) => [...document.querySelectorAll(".view.game input")].every((input) => input.value !== before), before);
      return page.getByLabel("Notation").inputValue();
    };
    same(await setUp("chess", [["K", "e1"], ["R", "h1"], ["k", "e8"], ["p", "a7", "b7"]], "second"), "4k3/pp6/8/8/8/8/8/4K2R b K - 0 1", "chess");
    same(await setUp("checkers", [["w", "30"], ["B", "1"]], "second"), "W:W30:BK1", "checkers");
    same(await setUp("connect-four", [["X", "1.1", "1.2"], ["O", "2.1"]]), "121", "Connect Four");
    same(await setUp("2048:2x2", [["2", "a1"], ["16", "b2"]]), ".,16/2,.", "2048");
    const id = await setUp("backgammon", [["X", "6", "6", "bar"], ["O", "19", "24"]], "first");
    const cells = await page.locator(".points [data-at]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));
    for (const told of ["point 6, 2 X", "bar, 1 X", "point 19, 1 O", "point 24, 1 O"]) holds(cells.some((cell) => cell.startsWith(told)), `${told} in ${id}: ${cells.join("; ")}`);
  },
};
