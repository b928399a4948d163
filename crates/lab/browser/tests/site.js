// The folder that needs no server: offline, inside other pages, from a file, and as quick to stop as a server.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ask } from "../calls.js";
import { SITE, atStep, holds, isSeen, open, rootward, same, said } from "../harness.js";
import { serveFolder } from "../static_server.js";

/** The last line of a stream of the engine in the page. */
const last = (page, path, body) => page.evaluate(async ([path, body]) => {
  const { stream } = await import(new URL("assets/api.js", document.baseURI));
  let last = null;
  await stream(path, body, undefined, (event) => (last = event));
  return last;
}, [path, body]);

export const tests = {
  "the engine in the page searches what the program searches, node by node": async ({ page, address }) => {
    await open(page, address, "#start", ".door");
    const nodes = 20_000;
    for (const [game, position] of [["tic-tac-toe", "X.O/.X./..O"], ["connect-four:8x7", "4453"], ["chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"], ["checkers", ""], ["backgammon", "4HPwATDgc/ABMA 31"], ["pig", ""], ["othello", ""], ["kalah", ""]]) {
      const place = [game, ...(position ? [position] : [])];
      // A search by nodes ends where it ends on every machine; the table has the size of the page's.
      const native = rootward("analyze", ...place, "--nodes", String(nodes), "--memory", "32M").at(-1);
      const local = await last(page, "/api/analyse", { game, position, limits: { nodes } });
      const told = ({ best, score, bound, proven, nodes, depth, line }) => ({ best, score, bound, proven, nodes, depth, line });
      same(told(local), told(native), game);
    }
  },

  "a click is answered while a search runs, and a search that is cancelled is over": async ({ page, address }) => {
    await open(page, address, "#tree?game=chess&algorithm=minimax&depth=5", ".waiting");
    const waiting = page.locator(".view.tree .waiting").first();
    await page.waitForFunction(() => /Searching/.test(document.querySelector(".view.tree .waiting").textContent));
    const begun = performance.now();
    holds((await ask(page, "/api/games")).games.length > 8, "the list of games, meanwhile");
    await waiting.getByRole("button", { name: "Cancel" }).click();
    await page.evaluate(() => (location.hash = "#tree?game=tree:tree1&step=3"));
    await atStep(page, 3);
    const time = performance.now() - begun;
    holds(time < 8000, `${time} ms, with a worker that was busy for a minute`);
    return `another trace ${Math.round(time)} ms after the cancelled one`;
  },

  "without a network the page opens again, steps and plays": async ({ page, context, address }) => {
    await open(page, address, "#tree", ".view.tree .said");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await context.setOffline(true);
    await open(page, address, "#tree?game=tree:tree1&step=5", ".view.tree .said");
    await atStep(page, 5);
    await open(page, address, "?embed#game?game=tic-tac-toe&level=3&you=first", ".board .cell.legal");
    await page.locator(".board [data-at=b2]").click();
    await page.waitForFunction(() => document.querySelectorAll(".stage .piece:not(:empty)").length === 2);
    await context.setOffline(false);
  },

  "browsers can install it": async ({ page, address }) => {
    await open(page, address, "#start", ".door");
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (src) => {
        const image = new Image();
        image.src = new URL(src, document.baseURI);
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      holds(sizes === "any" || sizes === size, `${src} is ${size}`);
    }
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    // A window without a profile installs nothing.
    same(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), [], "what speaks against it");
  },

  "a tree and a board inside a course page, by the code that the page gives": async ({ page, context, address, watch }) => {
    const folder = mkdtempSync(join(tmpdir(), "rootward-lecture-"));
    const course = await serveFolder(folder);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [hash, ready, inside] of [["#tree?game=tree:tree1&step=12", ".view.tree .said", ".view.tree .picture svg"], ["#game?game=connect-four&moves=4+4&you=both", ".board .cell.legal", ".stage .board"]]) {
      await open(page, address, hash, ready);
      await page.getByRole("button", { name: "Put this into a page" }).click();
      const code = await page.getByLabel("Code for your page").inputValue();
      holds(code.includes("?embed#"), code);
      writeFileSync(join(folder, "lecture.html"), `<!doctype html><title>Lecture 4</title><link rel="icon" href="data:,"><h1>Lecture 4</h1>${code}`);
      await page.goto(`${course.address}/lecture.html`);
      const frame = page.frameLocator("iframe");
      await frame.locator(ready).first().waitFor();
      for (const part of ["header", ".controls", ".panes"]) same(await frame.locator(part).first().isVisible(), false, part);
      holds(await isSeen(frame.locator(inside).first()), inside);
      const whole = frame.getByRole("link", { name: "Open in Rootward" });
      await whole.hover();
      const link = await whole.getAttribute("href");
      holds(link.startsWith(`${address}/#`) && !link.includes("embed"), link);
      const wide = await frame.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
      holds(wide <= 0, `${wide} px wider than its frame`);
    }
    course.stop();
    rmSync(folder, { recursive: true });
    watch.complaints = watch.complaints.filter((complaint) => complaint !== `request to ${course.address}/lecture.html`);
  },

  "one file holds it all: opened from a folder it steps, plays and prints": async ({ page, watch }) => {
    const file = pathToFileURL(join(SITE, "rootward.html")).href;
    await page.goto(`${pathToFileURL(join(SITE, "index.html")).href}#tree?game=tree:tree1&step=12`);
    await page.waitForSelector(".view.tree .said");
    await atStep(page, 12);
    holds(page.url().startsWith(file), page.url());
    same(await said(page), rootward("trace", "tree:tree1").filter((event) => event.event === "step")[11].sentence, "the sentence of step 12");
    await page.goto("about:blank");
    await page.goto(`${file}#game?game=connect-four&level=2&you=first`);
    await page.locator(".board .cell.legal").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".stage .piece:not(:empty)").length === 2);
    await page.goto("about:blank");
    await page.goto(`${file}#practice?seed=1`);
    await page.waitForSelector(".quiz tbody tr");
    await page.goto("about:blank");
    await page.goto(`${file}?lang=de#matrix`);
    await page.getByRole("button", { name: "Diese Matrix nehmen" }).waitFor();
    watch.complaints = watch.complaints.filter((complaint) => !complaint.startsWith("request to data:"));
  },
};
