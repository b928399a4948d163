// Games with dice: rolled from a seed or chosen by hand, Pig and backgammon, by clicks and by keys.

import { holds, open, rootward, same } from "../harness.js";

const turn = (page) => page.locator(".turn").textContent();
const played = (page) => page.locator(".moves-played li button").allTextContents();
const until = (page, selector, wanted) => page.waitForFunction(([selector, wanted]) => document.querySelector(selector)?.textContent.includes(wanted), [selector, wanted]);
const spot = (page, at) => page.locator(`.game .points [data-at="${at}"]`);
const START = "4HPwATDgc/ABMA";

export const tests = {
  "Pig: who says roll is rolled for, the same seed gives the same dice, hold ends the turn": async ({ page, address }) => {
    const throws = async () => {
      await open(page, address, "#game?game=pig:20&you=both&seed=7", ".legal-moves button");
      await page.locator(".legal-moves").getByRole("button", { name: "roll" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".moves-played li").length === 2);
      return played(page);
    };
    const first = await throws();
    same(await throws(), first, "the dice of the seed");
    same(first[0], "roll", "what was said");
    holds(/^[1-6]$/.test(first[1]), `thrown: ${first[1]}`);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector(".moves-played [aria-current]") === null);
    same(await turn(page), "First to move", "undo goes back to where something was chosen");
  },

  "Pig: the throw is chosen by hand, and every move has its chance to win": async ({ page, address }) => {
    await open(page, address, "#game?game=pig:20&you=both&dice=hand", ".legal-moves button");
    await page.locator(".legal-moves").getByRole("button", { name: "roll" }).click();
    await until(page, ".turn", "First throws");
    await page.locator(".outcomes").getByRole("button", { name: "6, 16.7 %" }).click();
    await page.locator(".legal-moves").getByRole("button", { name: "hold" }).click();
    await until(page, ".turn", "Second to move");
    same(await played(page), ["roll", "6", "hold"], "the moves");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".strip li").length >= 1 && document.querySelector(".strip li").textContent.includes("%"));
    await page.getByRole("button", { name: "Stop" }).click().catch(() => {});
    holds((await page.locator(".strip li").allTextContents()).every((text) => / \d+\.\d\d %/.test(text)), "values are chances to win");
  },

  "Pig against the engine goes on to its end": async ({ page, address }) => {
    await open(page, address, "#game?game=pig:10&you=first&level=2&dice=once&seed=3", ".legal-moves button");
    for (let count = 0; count < 80 && !/won/.test(await turn(page)); count += 1) {
      await page.waitForFunction(() => /won/.test(document.querySelector(".turn").textContent) || document.querySelector(".turn").textContent === "First to move");
      if (/won/.test(await turn(page))) break;
      const before = (await played(page)).length;
      const hold = page.locator(".legal-moves").getByRole("button", { name: "hold" });
      await (count % 3 === 2 && (await hold.count()) ? hold : page.locator(".legal-moves button").first()).click();
      await page.waitForFunction((before) => document.querySelectorAll(".moves-played li").length > before, before);
    }
    holds(/won/.test(await turn(page)), await turn(page));
  },

  "backgammon: a play by clicks, step by step, with a step taken back": async ({ page, address }) => {
    await open(page, address, "#game?game=backgammon&you=both&dice=hand", ".points .checker");
    same(await turn(page), "X throws", "whose dice");
    same(await page.locator(".outcomes button").count(), 21, "rolls to choose from");
    await page.locator(".outcomes").getByRole("button", { name: "31, 5.6 %" }).click();
    await page.waitForSelector(".points .legal");
    same(await page.locator(".die").count(), 2, "two dice");
    await spot(page, "8").click();
    same(await page.locator(".points .target").evaluateAll((spots) => spots.map((spot) => spot.dataset.at).sort()), ["5", "7"], "where the checker may go");
    await spot(page, "5").click();
    await page.waitForFunction(() => document.querySelectorAll(".game .die").length === 1);
    await page.getByRole("button", { name: "Step back" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".game .die").length === 2);
    await spot(page, "6").click();
    await spot(page, "5").click();
    await page.waitForFunction(() => document.querySelectorAll(".game .die").length === 1);
    await spot(page, "8").dragTo(spot(page, "5"));
    await page.getByRole("button", { name: "Play 8/5 6/5" }).click();
    await until(page, ".turn", "O throws");
    same(await played(page), ["31", "8/5 6/5"], "the moves");
    await page.waitForFunction(() => location.hash.includes("8/5_6/5"));
    const link = await page.evaluate(() => location.hash);
    await open(page, address, link, ".points .checker");
    same(await played(page), ["31", "8/5 6/5"], "the same from its link");
  },

  "backgammon: a play by keys alone, all plays with their equities": async ({ page, address }) => {
    await open(page, address, `#game?game=backgammon&you=both&dice=press&position=${START.replace("/", "%2F")}+31`, ".points .legal");
    await page.locator(".game .points [tabindex='0']").focus();
    const walk = async (to) => {
      for (let count = 0; count < 40; count += 1) {
        const [here, there] = await page.evaluate((to) => {
          const [from, target] = [document.activeElement, document.querySelector(`.game .points [data-at="${to}"]`)];
          const place = (element) => [Number(element.style.gridColumn.split(" ")[0]), element.classList.contains("lower") ? 1 : 0];
          return [place(from), place(target)];
        }, to);
        if (here[1] !== there[1]) await page.keyboard.press(here[1] < there[1] ? "ArrowDown" : "ArrowUp");
        else if (here[0] !== there[0]) await page.keyboard.press(here[0] < there[0] ? "ArrowRight" : "ArrowLeft");
        else return;
      }
    };
    for (const at of ["8", "5"]) {
      await walk(at);
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction(() => document.querySelectorAll(".game .die").length === 1);
    for (const at of ["6", "5"]) {
      await walk(at);
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction(() => document.activeElement.textContent === "Play 8/5 6/5");
    const told = rootward("analyze", "backgammon", `${START} 31`, "--depth", "1").at(-1);
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".strip li").length === 16);
    await page.getByRole("button", { name: "Stop" }).click().catch(() => {});
    same(told.best, "8/5 6/5", "what the command line plays");
    const equities = await page.locator(".strip li").allTextContents();
    holds(equities.every((text) => / [+−]\d\.\d+ estimate$/.test(text)), equities.join(" | "));
    await page.getByRole("button", { name: "Play 8/5 6/5" }).click();
    await until(page, ".turn", "O throws");
    await page.getByRole("button", { name: "Roll", exact: true }).click();
    await until(page, ".turn", "O to move");
  },

  "backgammon against the engine: it rolls and plays by itself": async ({ page, address }) => {
    await open(page, address, "#game?game=backgammon&you=first&level=1&dice=once&seed=5", ".points .checker");
    await until(page, ".turn", "X to move");
    await page.locator(".legal-fold summary").click();
    await page.locator(".legal-moves button").first().click();
    await page.waitForFunction(() => document.querySelectorAll(".moves-played li").length >= 5 && document.querySelector(".turn").textContent === "X to move");
    const moves = await played(page);
    same(moves.length, 5, `dice, play, dice, play, dice: ${moves.join(", ")}`);
  },
};
