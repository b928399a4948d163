// The start page leads everywhere, and every view has help.

import { holds, isSeen, open, same } from "../harness.js";

export const tests = {
  "three doors by keyboard alone, and help on every view": async ({ page, address }) => {
    await open(page, address, "", ".view.start .door");
    same(await page.locator(".door").count(), 3, "doors");
    holds(await isSeen(page.locator(".legend li").last()), "the legend");
    await page.getByRole("link", { name: "Practise", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".view.practice .answers input");
    const told = new Set();
    for (const view of ["course", "tree", "practice", "game", "compare", "matrix", "start"]) {
      await page.locator(`header [data-view=${view}]`).click();
      await page.waitForSelector(`.view.${view}:not([hidden])`);
      await page.getByRole("button", { name: "Help" }).click();
      told.add(await page.locator("dialog[open] ul").textContent());
      await page.keyboard.press("Escape");
    }
    same(told.size, 7, "help of its own on each view");
  },

  "every link of the start page leads to something": async ({ page, address }) => {
    await open(page, address, "", ".view.start .door");
    const links = await page.locator(".door a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    for (const link of links) {
      await page.evaluate((link) => (location.hash = link), link);
      await page.waitForSelector(`.view.${/\w+/.exec(link)[0]}:not([hidden])`);
      await page.waitForTimeout(150);
      same(await page.locator(".message.error").count(), 0, `errors at ${link}`);
    }
  },
};
