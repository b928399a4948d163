// The quiz: all answers right give 100 %, one cut too many is wrong and named.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM, holds, open, rootward, same } from "../harness.js";

const TREE = "((3 12 8) (2 4 6) (14 5 2))";
const LINK = `#practice?game=tree&position=${TREE.replaceAll(" ", "+")}`;

/** The right answers, from the command line's trace. */
function solution() {
  const events = rootward("trace", "tree", TREE);
  const answers = {};
  for (const step of events.filter((event) => event.event === "step")) {
    const answer = (answers[step.name] ??= {});
    if (step.kind === "enter") Object.assign(answer, { alpha: step.window.low.text, beta: step.window.high.text, cut: [] });
    if (step.kind === "cut") answer.cut = step.cut.skipped.map((child) => child.name);
    if (step.kind === "leave") answer.value = step.value.text;
  }
  answers.A.chosen = events.at(-1).line_nodes[0];
  return answers;
}

async function answer(page) {
  const right = solution();
  for (const row of await page.locator(".quiz tbody tr").all()) {
    const name = await row.locator("th").textContent();
    for (const input of await row.locator("input").all()) await input.fill(right[name][await input.getAttribute("data-field")]);
    for (const choice of await row.locator("select").all()) await choice.selectOption(right[name].chosen);
    for (const child of right[name].cut) await row.locator(`[data-child="${child}"]`).click();
  }
}

const check = async (page) => {
  await page.getByRole("button", { name: "Check my answers" }).click();
  await page.waitForSelector(".result .score");
};

export const tests = {
  "all answers right: 100 %": async ({ page, address }) => {
    await open(page, address, LINK, ".quiz tbody tr");
    same(await page.locator(".quiz tbody tr").count(), 4, "nodes asked about");
    await answer(page);
    await check(page);
    const result = await page.locator(".result").textContent();
    holds(result.includes("100 %"), result);
    holds((await page.locator(".quiz .wrong").count()) === 0, "nothing is marked wrong");
  },

  "one cut too many is wrong, and the node is named": async ({ page, address }) => {
    await open(page, address, LINK, ".quiz tbody tr");
    await answer(page);
    await page.locator('[data-child="D.3"]').click();
    await check(page);
    const result = await page.locator(".result").textContent();
    holds(!result.includes("100 %") && /First mistake: D, cut/.test(result) && result.includes("D.3 must be visited"), result);
    same(await page.locator(".quiz .wrong").count(), 1, "marked wrong");
  },

  "a leaf of the picture can be cut by a click; an empty sheet scores nothing": async ({ page, address }) => {
    await open(page, address, LINK, ".quiz tbody tr");
    await page.locator(".practice .canvas g[id]", { has: page.locator("title", { hasText: /^C\.2,/ }) }).first().click();
    same(await page.locator('[data-child="C.2"]').getAttribute("aria-pressed"), "true", "C.2 is cut");
    await page.locator('[data-child="C.2"]').click();
    await check(page);
    holds((await page.locator(".result .score").textContent()).startsWith("0 of "), await page.locator(".result").textContent());
  },

  "seed and settings in the link give the same exercise elsewhere": async ({ page, browser, address }) => {
    await open(page, address, "#practice?seed=7&levels=3&branching=2..3&values=0..20", ".quiz tbody tr");
    await page.getByRole("button", { name: "Next seed" }).click();
    await page.waitForFunction(() => location.hash.includes("seed=8"));
    await page.waitForTimeout(300);
    const tree = await page.locator(".practice .canvas svg").evaluate((svg) => svg.outerHTML);
    const elsewhere = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const other = await elsewhere.newPage();
    await other.goto(page.url());
    await other.waitForSelector(".quiz tbody tr");
    same(await other.locator(".practice .canvas svg").evaluate((svg) => svg.outerHTML), tree, "the tree");
    await elsewhere.close();
  },

  "worksheet and key are those of the command line": async ({ page, address }) => {
    await open(page, address, "#practice?seed=3&levels=2&branching=3&values=0..20", ".quiz tbody tr");
    await page.getByText("Worksheet").click();
    const folder = mkdtempSync(join(tmpdir(), "rootward-"));
    const wanted = ["sheet", "key"].map((name) => join(folder, `${name}.pdf`));
    const options = ["--seed", "3", "--count", "4", "--depth", "2", "--branching", "3", "--values", "0..20"];
    execFileSync(PROGRAM, ["exercise", ...options, "--sheet", wanted[0], "--key", wanted[1]]);
    for (const [index, name] of ["Sheet", "Key"].entries()) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
      const bytes = readFileSync(await file.path());
      same(bytes.subarray(0, 5).toString(), "%PDF-", `${name} is a PDF`);
      holds(bytes.equals(readFileSync(wanted[index])), `${name} is not what the command line writes`);
    }
    rmSync(folder, { recursive: true });
  },
};
