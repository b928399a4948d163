// Large searches: a thousand nodes drawn, the rest behind badges.

import { atStep, holds, median, open, said } from "../harness.js";

const LINK = "#tree?game=connect-four&algorithm=alpha-beta&depth=7&nodes=1000&step=2000";

async function times(page, keys) {
  return page.evaluate(async (keys) => {
    const taken = [];
    for (const key of keys) {
      const number = document.querySelector(".sentence .number");
      const before = number.textContent;
      const begun = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
      while (document.querySelector(".sentence .number").textContent === before) await new Promise((next) => setTimeout(next, 0));
      document.body.getBoundingClientRect();
      taken.push(performance.now() - begun);
      await new Promise((next) => setTimeout(next, 30));
    }
    return taken;
  }, keys);
}

export const tests = {
  "a large search opens and steps; badges open on demand": async ({ page, address }) => {
    const begun = performance.now();
    page.setDefaultTimeout(60_000);
    await open(page, address, LINK, ".view.tree .said");
    await atStep(page, 2000);
    const opened = performance.now() - begun;
    const drawn = await page.locator(".view.tree .canvas [data-node]").count();
    const forward = await times(page, Array(30).fill("ArrowRight"));
    const back = await times(page, Array(10).fill("ArrowLeft"));
    const cuts = await times(page, Array(5).fill("n"));
    const badge = page.locator(".view.tree .canvas [data-open]").first();
    holds((await badge.count()) === 1, "there are badges");
    const rows = await page.locator("[role=treeitem]").count();
    await badge.dispatchEvent("click");
    await page.waitForFunction(() => location.hash.includes("open="));
    holds(drawn <= 1_100 && drawn > 500, `${drawn} nodes are drawn`);
    const steps = await page.locator(".count").textContent();
    return `${steps.split("/")[1].trim()} steps open in ${Math.round(opened)} ms; ${drawn} nodes drawn, ${rows} rows: a step takes ${median([...forward, ...back]).toFixed(0)} ms (bar 50), to another cut ${median(cuts).toFixed(0)} ms`;
  },
};
