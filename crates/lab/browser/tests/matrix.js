// Payoff matrices: typed, pasted, stepped through, linked to.

import { holds, open, rootward, same } from "../harness.js";

const READY = ".view.matrix .equilibria li";
const field = (page, name) => page.locator(`.view.matrix [data-field="${name}"]`);
const sentence = (page) => page.locator(".view.matrix .sentence").textContent();
const marks = (page) => page.locator(".view.matrix .payoff").evaluateAll((cells) => cells.map((cell) => [...cell.querySelectorAll(".pay")].map((pay) => pay.firstChild.value + pay.lastChild.textContent).join(" ")));
const equilibria = (page) => page.locator(".view.matrix .equilibria li").evaluateAll((items) => items.map((item) => [...item.children].map((part) => part.textContent).join("  ")));
const struck = (page) => page.locator(".view.matrix .payoffs th").evaluateAll((heads) => heads.filter((head) => head.matches(".gone, .gone > *")).map((head) => head.querySelector("input").value));
const until = (page, selector, wanted) => page.waitForFunction(([selector, wanted]) => document.querySelector(selector)?.textContent.includes(wanted), [selector, wanted]);

/** The lines of the command line's answer that the page has to match. */
const wanted = (matrix, ...names) => rootward("matrix", matrix, ...names)[0];

export const tests = {
  "the lecture's matrix: marks, elimination by keys, equilibrium": async ({ page, address }) => {
    await open(page, address, "#matrix", READY);
    same(await marks(page), ["3 4*", "1 2", "4* 1", "2* 3*"], "best replies");
    const told = wanted("3,4 1,2; 4,1 2,3", "--rows", "a,b", "--columns", "c,d");
    await page.locator(".view.matrix .transport button").first().focus();
    for (const [index, step] of told.strict.steps.entries()) {
      await page.keyboard.press("ArrowRight");
      await until(page, ".view.matrix .sentence", `Step ${index + 1} of 2`);
      holds((await sentence(page)).includes(step.sentence), `${await sentence(page)} says not ${step.sentence}`);
    }
    same(await struck(page), ["c", "a"], "what is struck out");
    holds((await sentence(page)).includes("Left: b × d"), await sentence(page));
    await page.keyboard.press("ArrowLeft");
    await until(page, ".view.matrix .sentence", "Step 1 of 2");
    same(await struck(page), ["a"], "one step back");
    await page.keyboard.press("Home");
    await page.waitForFunction(() => !document.querySelector(".view.matrix .gone"));
    same(await equilibria(page), ["b × d  payoffs 2, 3"], "the equilibrium");
    same(await page.locator(".view.matrix .curves .equilibrium").count(), 1, "dots in the picture");
  },

  "what is typed is looked at anew, and a mistake is said at its place": async ({ page, address }) => {
    await open(page, address, "#matrix", READY);
    await field(page, "cells.0.1.0").fill("1/3x");
    await until(page, "#matrix-wrong", "row a, column d: '1/3x' is not a payoff");
    same(await field(page, "cells.0.1.0").getAttribute("aria-invalid"), "true", "the field is marked");
    same(await page.locator(".view.matrix .panes.stale").count(), 1, "what stands beside it is called old");
    await field(page, "cells.0.1.0").fill("10/3");
    await until(page, ".view.matrix .pure", "No pure equilibrium");
    same(await page.locator(".view.matrix [aria-invalid]").count(), 0, "no field is marked");
    const { equilibria: found } = wanted("3,4 10/3,2; 4,1 2,3");
    same(found.list.length, (await equilibria(page)).length, "as many as the command line finds");
    holds((await equilibria(page))[0].includes(`payoffs ${found.list[0].payoffs.join(", ")}`), String(await equilibria(page)));
  },

  "rows and columns come and go, names too, by the keyboard alone": async ({ page, address }) => {
    await open(page, address, "#matrix", READY);
    await page.getByRole("button", { name: "Add a row" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector('[data-field="cells.2.1.1"]');
    await field(page, "cells.1.0.0").focus();
    await page.keyboard.press("ArrowDown");
    same(await page.evaluate(() => document.activeElement.dataset.field), "cells.2.0.0", "one down");
    for (const [text, next] of [["9", "ArrowRight"], ["9", "ArrowRight"], ["9", "ArrowRight"], ["9", "Home"]]) {
      await page.keyboard.type(text);
      await page.keyboard.press("End");
      await page.keyboard.press(next);
    }
    await page.waitForFunction(() => document.querySelector(".view.matrix .equilibria")?.textContent.includes("r3"));
    same((await marks(page)).slice(4), ["9* 9*", "9* 9*"], "the new row is best");
    await field(page, "rows.2").fill("new");
    await page.waitForFunction(() => document.querySelector(".view.matrix .equilibria")?.textContent.includes("new"));
    await page.getByRole("button", { name: "Remove column c" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".view.matrix .payoff").length === 3);
    await page.getByRole("button", { name: "Add a column" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".view.matrix .payoff").length === 6);
  },

  "matrices are pasted: on a line, as CSV, as .nfg": async ({ page, address }) => {
    await open(page, address, "#matrix", READY);
    const use = async (text, cells) => {
      await page.locator(".view.matrix textarea").fill(text);
      await page.getByRole("button", { name: "Use this matrix" }).click();
      await page.waitForFunction((cells) => document.querySelectorAll(".view.matrix .payoff").length === cells, cells);
    };
    await use("0 -1 1; 1 0 -1; -1 1 0", 9);
    await until(page, ".view.matrix .value", "Value 0 for row player (exact)");
    same(await page.getByLabel("Kind").inputValue(), "zero-sum", "the kind");
    await use(",left,right,up\ntop,1,2,3\nbottom,0.5,4,5", 6);
    same(await field(page, "columns.2").inputValue(), "up", "a name from the table");
    await use('NFG 1 R "Pennies" { "Anne" "Bob" } { 2 2 }\n1 -1 -1 1 -1 1 1 -1', 4);
    await until(page, ".view.matrix caption", "Pennies: Anne chooses a row, Bob a column");
    await page.locator(".view.matrix textarea").fill("3,4 1,2; 4,1");
    await page.getByRole("button", { name: "Use this matrix" }).click();
    await until(page, "#matrix-text-wrong", "line 1, column 13: row 2 has 1 cell; expected 2");
    await until(page, ".view.matrix caption", "Pennies");
    // Into a cell, as from a spreadsheet.
    await field(page, "cells.0.0.0").evaluate((input) => {
      const data = new DataTransfer();
      data.setData("text/plain", "5\t6\n7\t8\n9\t1");
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.querySelectorAll(".view.matrix .payoff").length === 6);
  },

  "examples: pennies, the sexes, weak dominance, a game against nature": async ({ page, address }) => {
    await open(page, address, "#matrix", READY);
    const pick = (name) => page.getByLabel("Example").selectOption(name);
    await pick("sexes");
    await until(page, ".view.matrix .equilibria", "(3/5·opera + 2/5·football) × (2/5·opera + 3/5·football)");
    same(await page.locator(".view.matrix .curves .equilibrium").count(), 3, "dots where the curves meet");
    await page.locator(".view.matrix .equilibria button").nth(2).click();
    same(await page.locator(".view.matrix th.used .share").allTextContents(), ["2/5", "3/5", "3/5", "2/5"], "the weights beside the names");
    await pick("saddle");
    await until(page, ".view.matrix .pure", "One saddle point: (r1, c2) worth 1");
    await pick("weak");
    await page.getByLabel("go on with weakly dominated strategies").check();
    await page.locator(".view.matrix .transport button").last().click();
    await until(page, ".view.matrix .sentence", "Another order may leave others");
    await pick("nature");
    await page.waitForSelector(".view.matrix .criteria");
    await page.getByLabel("Hurwicz α").fill("1/3");
    await page.keyboard.press("Tab");
    await until(page, ".view.matrix .choice-list", "shares has the most by Hurwicz with α = 1/3 for the best case: 3");
    same(await page.locator(".view.matrix .transport").isVisible(), false, "no elimination against nature");
    same(await page.locator(".view.matrix .criteria .chosen").allTextContents(), ["2*", "9*", "3*", "10/3*", "3*"], "the choices");
  },

  "a link brings it all back, elsewhere": async ({ page, browser, address }) => {
    await open(page, address, "#matrix", READY);
    await page.getByLabel("Example").selectOption("weak");
    await page.waitForSelector('.view.matrix [data-field="cells.2.1.1"]');
    await field(page, "rows.0").fill("a, b%");
    await until(page, ".view.matrix .equilibria", "a, b%");
    await page.getByLabel("go on with weakly dominated strategies").check();
    await page.locator(".view.matrix .transport button").last().click();
    await page.locator(".view.matrix .equilibria button").first().click();
    const seen = async (page) => [await marks(page), await equilibria(page), await sentence(page), await struck(page), await page.locator(".view.matrix .share").allTextContents(), await page.locator(".view.matrix caption").first().textContent()];
    await page.waitForFunction(() => location.hash.includes("shown=1") && location.hash.includes("weak=1"));
    const [link, before] = [await page.evaluate(() => location.hash), await seen(page)];
    const other = await (await browser.newContext()).newPage();
    await open(other, address, link, READY);
    await until(other, ".view.matrix .sentence", "Step 2 of 2");
    same(await seen(other), before, link);
    await other.context().close();
    for (const [hash, said] of [["#matrix?matrix=1,2+x", "'x' is not a payoff"], ["#matrix?matrix=1+2&rows=a,b", "2 names of rows; expected 1"], ["#matrix?kind=chess", "kind = 'chess'"]]) {
      await open(page, address, hash, READY);
      await until(page, "#messages .error", said);
      same((await marks(page)).length, 4, "something to go on with");
    }
  },
};
