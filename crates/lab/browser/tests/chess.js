// Chess on the lab's board: clicks, drags and keys; castling, promotion, mate; both sides of the board.

import { holds, open, same } from "../harness.js";

const square = (page, at) => page.locator(`.stage .board [data-at=${at}]`);
const turn = (page) => page.locator(".turn").textContent();
const played = (page) => page.locator(".moves-played li").allTextContents();
const until = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".moves-played li").length === wanted, count);

async function start(page, address, fields = "") {
  await open(page, address, `#game?game=chess&you=both${fields}`, ".board.pieces .man");
}

async function click(page, ...squares) {
  for (const at of squares) await square(page, at).click();
}

async function drag(page, from, to) {
  await square(page, from).scrollIntoViewIfNeeded();
  const middle = async (at) => {
    const box = await square(page, at).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [begin, end] = [await middle(from), await middle(to)];
  await page.mouse.move(...begin);
  await page.mouse.down();
  await page.mouse.move((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2, { steps: 3 });
  holds(await page.locator("body > .ghost").count() === 1, `a piece is lifted from ${from}`);
  await page.mouse.move(...end, { steps: 3 });
  await page.mouse.up();
}

const fen = (board) => `&position=${encodeURIComponent(board)}`;

export const tests = {
  "a game of chess by clicks, to mate": async ({ page, address }) => {
    await start(page, address);
    same(await page.locator(".board .man").count(), 32, "pieces");
    await click(page, "e2");
    same(await page.locator(".board .target").evaluateAll((cells) => cells.map((cell) => cell.dataset.at).sort()), ["e3", "e4"], "where the pawn may go");
    await click(page, "e4");
    let count = 1;
    await until(page, count);
    for (const [from, to] of [["e7", "e5"], ["f1", "c4"], ["b8", "c6"], ["d1", "h5"], ["g8", "f6"], ["h5", "f7"]]) {
      await click(page, from, to);
      await until(page, (count += 1));
    }
    same(await turn(page), "Checkmate: White has won.", "the end");
    same(await played(page), ["1. e4", "e5", "2. Bc4", "Nc6", "3. Qh5", "Nf6", "4. Qxf7#"], "the moves");
    holds(await square(page, "e8").evaluate((cell) => cell.classList.contains("check")), "the king is marked");
    same(await page.locator(".board .last").evaluateAll((cells) => cells.map((cell) => cell.dataset.at).sort()), ["f7", "h5"], "the last move is marked");
    same(await page.getByLabel("Notation").inputValue(), "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", "FEN");
  },

  "chess by dragging: castling, a promotion with a choice, mate": async ({ page, address }) => {
    await start(page, address, fen("6k1/P4ppp/8/8/1p6/8/5PPP/4K2R w K - 0 1"));
    await drag(page, "e1", "g1");
    await until(page, 1);
    same(await played(page), ["1. O-O"], "castling");
    holds(await square(page, "f1").locator("[data-piece=R]").count() === 1, "the rook has moved too");
    await drag(page, "h7", "a3");
    same(await played(page), ["1. O-O"], "what is not a move is none");
    await drag(page, "b4", "b3");
    await until(page, 2);
    await drag(page, "a7", "a8");
    await page.getByRole("button", { name: "promotes to a rook" }).click();
    await until(page, 3);
    same((await played(page)).at(-1), "2. a8=R#", "the promotion");
    same(await turn(page), "Checkmate: White has won.", "the end");
    holds((await square(page, "g8").getAttribute("aria-label")).includes("black king, in check"), "check is told");
  },

  "in Chess960 the king castles onto its rook": async ({ page, address }) => {
    await open(page, address, `#game?game=chess:960&you=both${fen("4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1")}`, ".board.pieces .man");
    await click(page, "d1", "g1");
    await until(page, 1);
    same(await played(page), ["1. O-O"], "castling");
    holds(await square(page, "g1").locator("[data-piece=K]").count() === 1, "the king is on g1");
    holds(await square(page, "f1").locator("[data-piece=R]").count() === 1, "the rook is on f1");
  },

  "chess by keys, from both sides of the board": async ({ page, address }) => {
    await start(page, address);
    const label = (at) => square(page, at).getAttribute("aria-label");
    same(await label("e2"), "e2, white pawn, can move", "what a screen reader says of a pawn");
    same(await label("e4"), "e4, empty", "and of an empty square");
    await square(page, "a8").focus();
    for (const key of [...Array(6).fill("ArrowDown"), ...Array(4).fill("ArrowRight"), "Enter"]) await page.keyboard.press(key);
    same(await label("e2"), "e2, white pawn, chosen, can move", "the pawn is chosen");
    same(await label("e4"), "e4, empty, can be played", "where it can go");
    await page.keyboard.press("Escape");
    same(await page.locator(".board .target").count(), 0, "Escape puts it back");
    for (const key of ["Enter", "ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await until(page, 1);
    same(await played(page), ["1. e4"], "a move by keys");
    const top = async () => (await page.locator(".stage .board .cell").first().getAttribute("data-at"));
    same(await top(), "a8", "White sits below");
    await page.getByRole("button", { name: "Flip the board" }).click();
    same(await top(), "h1", "Black sits below");
    await square(page, "e7").focus();
    await square(page, "e7").click();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await until(page, 2);
    same((await played(page)).at(-1), "e5", "up is up on a flipped board");
  },

  "the engine answers, and its thoughts are arrows": async ({ page, address }) => {
    await open(page, address, "#game?game=chess&you=second&level=3", ".board.pieces .man");
    holds((await page.locator(".stage .board .cell").first().getAttribute("data-at")) === "h1", "whoever plays Black sits there");
    await until(page, 1);
    await open(page, address, `#game?game=chess&you=both${fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")}`, ".board.pieces .man");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForSelector(".arrows .best");
    await page.waitForFunction(() => document.querySelector(".analysis .state").textContent === "done");
    const text = await page.locator(".headline").textContent();
    holds(/Ra8#: mate in 1 for White \(proven\)/.test(text), text);
  },

  "a position as FEN, in and out, and what is none": async ({ page, address }) => {
    await start(page, address);
    const field = page.getByLabel("Notation");
    await field.fill("8/8/8/8/8/5k2/5p2/5K2 w - - 0 60");
    await page.getByRole("button", { name: "Go there" }).click();
    await page.waitForFunction(() => document.querySelector(".turn").textContent === "Stalemate: a draw.");
    await field.fill("8/8/8 w");
    await page.getByRole("button", { name: "Go there" }).click();
    await page.waitForFunction(() => document.querySelector("#messages").textContent.includes("fields"));
    same(await turn(page), "Stalemate: a draw.", "the position stays");
  },
};
