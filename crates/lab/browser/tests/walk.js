// Tree 1 by keyboard: the page shows what the command line prints, forwards and backwards.

import { ask, traceId } from "../calls.js";
import { atStep, holds, open, outline, rootward, said, same } from "../harness.js";

const events = () => rootward("trace", "tree:tree1").filter((event) => event.event === "step");

async function begin(page, address) {
  await open(page, address, "#tree", ".view.tree .said");
  await atStep(page, 0);
}

export const tests = {
  "every step of Tree 1 is the command line's, there and back": async ({ page, address }) => {
    const steps = events();
    await begin(page, address);
    const seen = [await outline(page)];
    for (const step of steps) {
      await page.keyboard.press("ArrowRight");
      await atStep(page, step.number);
      same(await said(page), step.sentence, `step ${step.number}`);
      const frame = await ask(page, `/api/trace/${await traceId(page)}/frame?step=${step.number}`);
      same(clean(frame.step), clean(step), `event ${step.number}`);
      seen.push(await outline(page));
      same(seen.at(-1), frame.tree.map((row) => `${row.level} ${row.label}${row.current ? " ◂" : ""}`), `the tree at step ${step.number}`);
    }
    for (let number = steps.length - 1; number >= 0; number -= 1) {
      await page.keyboard.press("ArrowLeft");
      await atStep(page, number);
      same(await outline(page), seen[number], `the tree when step ${number} is come back to`);
    }
  },

  "End shows the root's value and the cut leaves with their reason; Home goes back": async ({ page, address }) => {
    await begin(page, address);
    await page.keyboard.press("End");
    await atStep(page, events().length);
    const rows = await outline(page);
    holds(/^1 A, MAX, value 3\b/.test(rows[0]), `the root's row is '${rows[0]}'`);
    const cut = rows.filter((row) => row.includes("cut, not visited"));
    same(cut.map((row) => row.split(",")[0]), ["3 C.2", "3 C.3"], "the cut leaves");
    for (const row of cut) holds(row.includes("2 ≤ α = 3"), `no reason in '${row}'`);
    await page.keyboard.press("Home");
    await atStep(page, 0);
  },

  "N and P go from cut to cut, Space plays and pauses, nothing plays by itself": async ({ page, address }) => {
    const steps = rootward("trace", "tree:deep-cut").filter((event) => event.event === "step");
    const cuts = steps.filter((event) => event.kind === "cut").map((event) => event.number);
    await begin(page, address);
    await page.getByRole("combobox", { name: "Tree", exact: true }).selectOption("deep-cut");
    await page.waitForFunction(() => document.querySelector(".view.tree textarea").value.includes("E"));
    await atStep(page, 0, steps.length);
    await page.locator(".view.tree .picture .canvas").first().focus();
    for (const cut of cuts) {
      await page.keyboard.press("n");
      await atStep(page, cut);
    }
    await page.keyboard.press("p");
    await atStep(page, cuts.at(-2));
    const before = await page.locator(".count").textContent();
    await page.waitForTimeout(300);
    same(await page.locator(".count").textContent(), before, "without a key");
    await page.getByLabel("Speed of play").selectOption("120");
    await page.locator(".view.tree .picture .canvas").first().focus();
    await page.keyboard.press("Space");
    await atStep(page, cuts.at(-2) + 2);
    await page.keyboard.press("Space");
    const paused = await page.locator(".count").textContent();
    await page.waitForTimeout(400);
    same(await page.locator(".count").textContent(), paused, "after the pause");
  },

  "all controls of the tree lab are reached with Tab, and Enter in the list goes to where a node last changed": async ({ page, address }) => {
    await begin(page, address);
    await page.keyboard.press("End");
    await atStep(page, events().length);
    const reached = new Set();
    for (let count = 0; count < 80 && !reached.has("treeitem"); count += 1) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.getAttribute("role") ?? document.activeElement.textContent.slice(0, 20)));
    }
    for (const wanted of ["Tree lab", "Game lab", "One step forward", "Next cut", "Step", "Pseudo-code", "treeitem"]) holds(reached.has(wanted), `'${wanted}' was not reached: ${[...reached].join(" | ")}`);
    for (let count = 0; count < 20; count += 1) await page.keyboard.press("ArrowUp");
    for (let count = 0; count < 5; count += 1) await page.keyboard.press("ArrowDown");
    holds((await page.evaluate(() => document.activeElement.textContent)).startsWith("C,"), "five rows below the root is C");
    await page.keyboard.press("Enter");
    const last = events().findLast((step) => step.name === "C" || step.changes?.some((change) => change.name === "C")).number;
    await atStep(page, last);
  },
};

/** The command line adds the kind of line it prints. */
function clean({ event, ...step }) {
  return step;
}
