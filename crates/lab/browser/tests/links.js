// Links: the same thing elsewhere, and never an exception.

import { atStep, holds, open, rootward, same } from "../harness.js";

const picture = (page) => page.locator(".view.tree svg.rw-tree").first().evaluate((svg) => svg.outerHTML);

export const tests = {
  "a link opened elsewhere gives the same picture": async ({ page, browser, address }) => {
    await open(page, address, "#tree?game=tree&position=((3+12+8)+(2+4+6)+(14+5+2))&order=reversed&cut=past&step=7", ".said");
    await atStep(page, 7);
    await page.keyboard.press("ArrowRight");
    await atStep(page, 8);
    await page.waitForTimeout(300);
    const link = page.url();
    holds(link.includes("step=8") && link.includes("reversed"), `the link is ${link}`);
    const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const other = await elsewhere.newPage();
    await other.goto(link);
    await other.waitForSelector(".said");
    await atStep(other, 8);
    same(await picture(other), await picture(page), "the picture");
    await elsewhere.close();
  },

  "a link to a game gives the same position": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four&moves=4+4+5&you=both", ".board [data-piece=X]");
    same(await page.locator(".board [data-piece=X]").count(), 2, "stones of X");
    same(await page.locator(".turn").textContent(), "O to move", "whose turn it is");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction(() => document.querySelector(".turn").textContent === "X to move");
    await page.waitForTimeout(300);
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".turn")?.textContent === "X to move");
    same(await page.locator(".moves-played li").count(), 3, "moves that can be played again");
  },

  "bad links say one sentence and leave a page that works": async ({ page, address }) => {
    for (const [hash, words] of [["#nowhere", "nowhere"], ["#tree?step=banana", "banana"], ["#tree?step=%E0%A4%A", "damaged"], ["#tree?game=tree&position=((3", "never closed"], ["#game?game=chessss", "chessss"], ["#compare?depths=%ff", "damaged"], ["#practice?seed=-1", "seed"]]) {
      await open(page, address, hash, "#messages .error");
      const message = await page.locator("#messages .error span").textContent();
      holds(message.includes(words), `${hash}: '${message}'`);
      holds(!message.includes("\n") && message.length < 300, `${hash}: one sentence, not '${message}'`);
    }
    await open(page, address, "#tree?step=banana", "#messages .error");
    await page.keyboard.press("End");
    await atStep(page, rootward("trace", "tree:tree1").filter((event) => event.event === "step").length);
  },

  "Back returns to the tree before": async ({ page, address }) => {
    await open(page, address, "#tree", ".said");
    await page.getByRole("combobox", { name: "Tree", exact: true }).selectOption("tree2");
    await page.waitForFunction(() => document.querySelector("textarea").value.includes("50"));
    await atStep(page, 0);
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("textarea").value.includes("14"));
  },
};
