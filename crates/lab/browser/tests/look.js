// What can be seen and reached: rows, columns, colours and tabs, on a small screen and on a phone.

import { atStep, fromDisk, holds, isSeen, open, same } from "../harness.js";

/** A page of another size. */
async function sized(browser, width, height, test) {
  const context = await browser.newContext({ viewport: { width, height } });
  if (process.env.PAGE) await fromDisk(context, process.env.PAGE);
  try {
    await test(await context.newPage());
  } finally {
    await context.close();
  }
}

/** The contrast of an element's text with its ground. */
const contrast = (locator) => locator.evaluate((element) => {
  const style = getComputedStyle(element);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const [one, other] = [light(style.backgroundColor), light(style.color)].sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05);
});

export const tests = {
  "the rows of Compare are seen at 1366 by 768": async ({ browser, address }) => {
    await sized(browser, 1366, 768, async (page) => {
      await open(page, address, "#compare?game=tic-tac-toe&depths=1..4", ".compare form");
      await page.getByRole("button", { name: "Count" }).click();
      await page.waitForFunction(() => document.querySelector(".compare .state").textContent.includes("agree"));
      for (const row of await page.locator(".counts-table tbody tr").all()) {
        await row.scrollIntoViewIfNeeded();
        const [at, frame] = await row.evaluate((row) => [row.getBoundingClientRect(), row.closest(".scroll").getBoundingClientRect()].map(({ top, bottom }) => ({ top, bottom })));
        holds(at.top >= frame.top - 1 && at.bottom <= frame.bottom + 1, `a row at ${at.top} is within ${frame.top} to ${frame.bottom}`);
      }
    });
  },

  "fit fits, the wheel zooms, and a drag moves a large drawing": async ({ page, address }) => {
    await open(page, address, "#tree?game=connect-four&depth=4&nodes=1000&step=20", ".view.tree .said");
    await atStep(page, 20);
    const size = () => page.locator(".view.tree .search .canvas").first().evaluate((pane) => ({ wide: pane.scrollWidth - pane.clientWidth, high: pane.scrollHeight - pane.clientHeight, left: pane.scrollLeft }));
    holds((await size()).wide > 0, "the drawing is larger than its pane");
    await page.getByRole("button", { name: "Fit the picture in" }).first().click();
    const fitted = await size();
    same([fitted.wide, fitted.high], [0, 0], "what is out of sight");
    const box = await page.locator(".view.tree .search .canvas").first().boundingBox();
    await page.mouse.move(box.x + 200, box.y + 100);
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -120);
    await page.waitForFunction(() => document.querySelector(".view.tree .search .canvas").scrollWidth > document.querySelector(".view.tree .search .canvas").clientWidth + 200);
    const before = await size();
    await page.mouse.down();
    await page.mouse.move(box.x + 80, box.y + 100, { steps: 4 });
    await page.mouse.up();
    holds((await size()).left > before.left + 60, "a drag to the left shows what is on the right");
  },

  "chance: what is possible does not tell of leaves not yet seen, and probabilities stand apart": async ({ page, address }) => {
    await open(page, address, "#tree?game=tree&position=chance(1/2:+(3+5)+1/3:+4+1/6:+-2)&algorithm=minimax&step=3", ".view.tree .said");
    await atStep(page, 3);
    const root = await page.locator(".view.tree [role=treeitem]").first().textContent();
    holds(root.includes("possible −∞ to ∞"), root);
    await open(page, address, "#tree?game=tree&position=(chance(1/12:+1+1/12:+2+5/12:+3+5/12:+4)+chance(11/24:+1+13/24:+2))&step=3", ".view.tree .said");
    const places = await page.locator(".view.tree g.edge text").evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })));
    same(places.length, 6, "probabilities");
    for (const [index, one] of places.entries()) {
      for (const other of places.slice(index + 1)) holds(one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top, "two probabilities lie on each other");
    }
  },

  "the editor shows its last leaf, and the call stack's columns stand below their heads": async ({ browser, address }) => {
    await sized(browser, 1366, 768, async (page) => {
      await open(page, address, "#tree?game=tree&position=((3+12+8+1)+(2+4+6+1)+(14+5+2+1))&step=9", ".view.tree .said");
      await atStep(page, 9);
      const lefts = await page.locator(".view.tree table.stack").evaluate((table) => [...table.rows].slice(0, 2).map((row) => [...row.cells].map((cell) => Math.round(cell.getBoundingClientRect().left))));
      same(lefts[0], lefts[1], "heads and columns");
      await page.getByRole("button", { name: "Edit by clicking" }).click();
      await page.waitForSelector(".editor-node");
      const [leaf, pane] = await page.locator(".editor-node").last().evaluate((node) => [node, node.closest(".canvas")].map((element) => element.getBoundingClientRect().right));
      holds(leaf <= pane, `the last leaf ends at ${leaf}, its pane at ${pane}`);
    });
  },

  "Stop can be read under the pointer": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four:8x7&you=both", ".board .cell.legal");
    await page.getByRole("button", { name: "Analyse" }).click();
    const stop = page.getByRole("button", { name: "Stop" });
    await stop.hover();
    await page.waitForTimeout(250);
    const found = await contrast(stop);
    await stop.click();
    holds(found >= 4.5, `contrast ${found.toFixed(2)}`);
  },

  "every tab is on the screen, and seen whole, from a phone to a projector": async ({ page, address }) => {
    for (const language of ["en", "de"]) {
      await open(page, address, `?lang=${language}#tree`, ".view.tree .said");
      for (const wide of [320, 360, 480, 683, 768, 820, 960, 1024, 1200, 1240, 1241, 1366, 1920]) {
        await page.setViewportSize({ width: wide, height: 800 });
        const frame = await page.locator("nav").evaluate((nav) => ({ hidden: nav.scrollWidth - nav.clientWidth, tabs: [...nav.querySelectorAll("a")].map((tab) => tab.getBoundingClientRect().right) }));
        holds(frame.hidden <= 0 && Math.max(...frame.tabs) <= wide, `${language}, ${wide} wide: the last tab ends at ${Math.max(...frame.tabs)}, ${frame.hidden} are out of sight`);
        const head = await page.locator("header :is(.brand, #language, #help, #theme)").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2));
        holds(Math.max(...head) - Math.min(...head) < 3, `${language}, ${wide} wide: the head's parts are at ${head.join(", ")}`);
      }
    }
  },

  "on the smallest phone no button's text leaves its button, and Pig's bars have room": async ({ page, address }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    for (const language of ["en", "de"]) {
      for (const [hash, ready] of [["chess&moves=e4+f5&you=both", ".board .man"], ["kalah&you=both", ".board .cell.legal"], ["backgammon&you=both&position=4HPwATDgc%2FABMA+31", ".points .legal"], ["pig&you=both&dice=hand&moves=roll", ".pig .pig-bar"]]) {
        await open(page, address, `?lang=${language}#game?game=${hash}`, ready);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        holds(wide <= 320, `${language}, ${hash}: the page is ${wide} wide`);
        const spilled = await page.locator("button:visible").evaluateAll((buttons) => buttons.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent));
        same(spilled, [], `${language}, ${hash}: texts that leave their buttons`);
      }
      const bar = await page.locator(".pig-bar").first().boundingBox();
      holds(bar.width > 150, `a bar is ${bar.width} wide`);
    }
  },

  "a task of the course uses its room: fields at the nodes can be hit and read": async ({ page, address }) => {
    await open(page, address, "#course?lesson=alpha-beta&screen=4", ".view.course .answers input");
    const fields = await page.locator(".view.course .answers input").evaluateAll((inputs) => inputs.map((input) => ({ name: input.dataset.field, ...input.getBoundingClientRect().toJSON() })));
    for (const { name, width, height } of fields) holds(width >= 36 && height >= 17, `${name} is ${Math.round(width)} by ${Math.round(height)}`);
  },

  "the names of searches in the table of counts keep a few words on a line": async ({ browser, address }) => {
    for (const wide of [320, 768]) {
      await sized(browser, wide, 800, async (page) => {
        await open(page, address, "?lang=de#tree?step=12&both=1&order2=best", ".tally tbody tr");
        const name = await page.locator(".tally tbody th").first().boundingBox();
        holds(name.width > 150, `${wide} wide: a name has ${name.width}`);
      });
    }
  },

  "on a phone the head stands in line, Pig's bars have room, and shares of Compare stay on one line": async ({ browser, address }) => {
    await sized(browser, 390, 844, async (page) => {
      await open(page, address, "#game?game=pig&you=both&dice=hand&moves=roll", ".pig .pig-bar");
      const middles = await page.locator("header :is(.brand a, #help, #theme)").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2));
      holds(Math.max(...middles) - Math.min(...middles) < 3, `the head's parts are at ${middles.join(", ")}`);
      const bar = await page.locator(".pig-bar").first().boundingBox();
      holds(bar.width > 100, `a bar is ${bar.width} wide`);
      await open(page, address, "#compare?game=tic-tac-toe&depths=1..2", ".compare form");
      await page.getByRole("button", { name: "Count" }).click();
      await page.waitForSelector(".counts-table tbody tr:nth-child(2)");
      const heights = await page.locator(".counts-table tbody tr:first-child td").evaluateAll((cells) => cells.map((cell) => cell.getClientRects()[0].height));
      const line = await page.locator(".counts-table .ratio").first().evaluate((cell) => Number.parseFloat(getComputedStyle(cell).lineHeight) || 24);
      holds(Math.max(...heights) < 2 * line, `rows are ${Math.max(...heights)} high, a line ${line}`);
    });
  },

  "Compare's table has a column for every curve of its picture": async ({ page, address }) => {
    await open(page, address, "#compare?game=tic-tac-toe&depths=1..3", ".compare form");
    await page.getByRole("button", { name: "Count" }).click();
    await page.waitForSelector(".counts-table tbody tr:nth-child(3)");
    const heads = await page.locator(".counts-table thead th").allTextContents();
    const curves = (await page.locator(".plot-frame svg text").allTextContents()).filter((text) => /^(minimax|alpha-beta|best first|with|everything)/.test(text));
    holds(curves.length > 4, `curves ${curves.join(", ")}`);
    same(curves.filter((curve) => !heads.includes(curve)), [], "curves without a column");
  },
};
