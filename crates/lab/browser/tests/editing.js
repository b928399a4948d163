// Trees made by hand: as text, by clicking, at random; and side by side.

import { atStep, holds, open, rootward, said, same } from "../harness.js";

const text = (page) => page.locator(".view.tree textarea").inputValue();

export const tests = {
  "a tree is edited by clicks and keys": async ({ page, address }) => {
    await open(page, address, "#tree?game=tree&position=((3+5)+(2+9))", ".said");
    await page.getByRole("button", { name: "Edit by clicking" }).click();
    await page.locator(".editor-node.leaf", { hasText: "9" }).click();
    await page.locator(".editor-bar").getByLabel("Value").fill("-4");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector("textarea").value.replace("−", "-").includes("-4"));
    await page.locator(".editor-node.min").first().click();
    await page.keyboard.press("Insert");
    await page.waitForFunction(() => /3\s+5\s+0/.test(document.querySelector("textarea").value));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => !document.querySelector("textarea").value.includes("3"));
    await page.keyboard.press("ArrowLeft");
    await atStep(page, 0);
  },

  "a mistake in the text is one sentence with its place": async ({ page, address }) => {
    await open(page, address, "#tree", ".said");
    const before = await said(page);
    await page.locator("textarea").fill("((3 12 8) (2 4 6)");
    await page.getByRole("button", { name: "Use this tree" }).click();
    const message = await page.locator("#messages .error span").textContent();
    holds(/never closed/.test(message) && /line 1, column 1/.test(message), message);
    same(await said(page), before, "the tree before stays");
  },

  "a random tree has the deep cut that was asked for": async ({ page, address }) => {
    // Without the condition, the first tree of this seed has none.
    const deep = async () => {
      return rootward("trace", "tree", await text(page)).some((event) => event.cut?.deep);
    };
    await open(page, address, "#tree", ".said");
    await page.getByRole("combobox", { name: "Tree", exact: true }).selectOption("random");
    await page.getByLabel("Seed").first().fill("7");
    await page.getByLabel("Levels").first().fill("4");
    await page.getByLabel("Children").first().fill("2..2");
    const draw = async () => {
      const before = await text(page);
      await page.locator(".view.tree").getByRole("button", { name: "Draw" }).click();
      await page.waitForFunction((before) => document.querySelector(".view.tree textarea").value !== before, before);
    };
    await draw();
    holds(!(await deep()), "the seed was chosen for a tree without a deep cut");
    await page.getByLabel("at least one deep cut").first().check();
    await draw();
    holds(await deep(), `no deep cut in ${await text(page)}`);
  },

  "side by side: two settings, their counts, and the minimum": async ({ page, address }) => {
    await open(page, address, "#tree", ".said");
    await page.getByRole("button", { name: "side by side" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".tally tbody tr").length === 3);
    await page.locator(".view.tree .picture .canvas").first().focus();
    await page.keyboard.press("End");
    await page.waitForFunction(() => [...document.querySelectorAll(".tally td")].filter((cell) => cell.textContent.includes("proven")).length === 2);
    const rows = await page.locator(".tally tbody tr").allTextContents();
    holds(rows[0].includes("7 of 9") && rows[1].includes("5 of 9") && rows[2].includes("minimum5"), rows.join(" | "));
  },
};
