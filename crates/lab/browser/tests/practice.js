// The quiz: all answers right give 100 %, one cut too many is wrong and named.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callOf } from "../calls.js";
import { PROGRAM, fromDisk, holds, isSeen, open, rootward, same } from "../harness.js";

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
    if (step.kind === "leave") answer.value = step.score.text;
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
  "on a phone: level, answers by touch, cuts, hints and a mark, without scrolling sideways": async ({ browser, address }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    if (process.env.PAGE) await fromDisk(context, process.env.PAGE);
    const page = await context.newPage();
    await open(page, address, LINK, ".answers input");
    const fits = async (when) => holds((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, `${when}: the page is wider than the phone`);
    await fits("at first");
    const right = solution();
    const names = Object.fromEntries(await page.locator(".quiz tbody tr").evaluateAll((rows) => rows.map((row) => [row.dataset.question, row.querySelector("th").textContent])));
    for (const input of await page.locator(".answers input").all()) {
      const [node, field] = [await input.getAttribute("data-node"), await input.getAttribute("data-field")];
      await input.tap();
      await input.fill(right[names[node]][field]);
    }
    await page.locator(".quiz select").selectOption(right.A.chosen);
    await page.getByRole("button", { name: "Hint", exact: true }).tap();
    await page.waitForFunction(() => document.querySelector(".result").textContent.includes("which children are cut"));
    for (const { cut = [] } of Object.values(right)) for (const child of cut) await page.locator(`[data-child="${child}"]`).tap();
    await check(page);
    holds((await page.locator(".result .score").textContent()).endsWith("100 %"), "the mark");
    await fits("with the mark");
    await page.getByRole("button", { name: "Harder" }).tap();
    await page.waitForFunction(() => location.hash.includes("levels="));
    await fits("at another level");
    await context.close();
  },

  "on a phone every field at a node can be hit, and the root is in sight": async ({ browser, address }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    if (process.env.PAGE) await fromDisk(context, process.env.PAGE);
    const page = await context.newPage();
    for (const [hash, view] of [["#practice?seed=3", ".view.practice"], ["#course?lesson=alpha-beta&screen=4", ".view.course"]]) {
      await open(page, address, hash, `${view} .answers input`);
      const found = await page.locator(`${view} .answers input`).evaluateAll((inputs) => inputs.map((input) => ({ node: input.dataset.node, name: input.dataset.field, ...input.getBoundingClientRect().toJSON() })));
      for (const { node, name, width, height } of found) holds(width >= 24 && height >= (name === "value" ? 24 : 16), `${hash}: ${node} ${name} is ${width} by ${height}`);
      const [root] = found;
      holds(root.left >= 0 && root.right <= 390, `the root is at ${root.left}`);
      await page.locator(`${view} .answers input`).last().tap();
      const last = await page.locator(`${view} .answers input`).last().boundingBox();
      holds(last.x >= 0 && last.x + last.width <= 390, `the last field is at ${last.x}`);
      holds(await page.evaluate(() => document.documentElement.scrollWidth <= 390), "no wider than the screen");
    }
    await context.close();
  },

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

  "an answer that is marked wrong can still be seen and corrected": async ({ page, address }) => {
    await open(page, address, "#practice?seed=1", ".quiz tbody tr");
    for (const place of [".quiz", ".answers"]) {
      const field = page.locator(`${place} [data-field=alpha]`).first();
      await field.fill("0");
      await check(page);
      await page.waitForSelector(`${place} .wrong`);
      holds(await isSeen(field), `${place}: the wrong answer is there`);
      const [ground, ink] = await field.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]);
      holds(ground !== ink, "and its text stands out");
      await field.fill("-inf");
      await check(page);
      await page.waitForSelector(`${place} .right`);
      await page.locator(".quiz [data-field=alpha]").first().fill("");
    }
  },

  "fail-hard: sums are true, and every value lies in the window of its node": async ({ page, address }) => {
    await open(page, address, "#tree?game=tree&position=((3+1)+chance(1/2:+0+1/2:+1)+(3+1))&fail=hard&order=reversed&step=13", ".view.tree .said");
    const told = await page.locator(".view.tree .said").first().textContent();
    holds(told.includes("1/2·0 + 1/2·1 = 1/2; fail-hard hands up 1"), told);
    await open(page, address, "#practice?seed=40&cut=past&fail=hard", ".quiz tbody tr");
    const graded = await callOf(page, "/api/quiz/grade", () => check(page));
    const number = (text) => Number(text.replace("−", "-").replace("∞", "Infinity"));
    const nodes = {};
    for (const item of graded.answer.items) (nodes[item.name] ??= []).push(item);
    holds("G" in nodes, "the node of the report is asked about");
    for (const [name, items] of Object.entries(nodes)) {
      const [alpha, beta, value] = ["alpha", "beta", "value"].map((field) => number(items.find((item) => item.field === field).expected));
      holds(alpha <= value && value <= beta, `${name}: ${value} in [${alpha}, ${beta}]`);
    }
  },

  "equal moves: all right under minimax, under alpha-beta only what was searched": async ({ page, address }) => {
    const chosen = async (tree, algorithm, child) => {
      await open(page, address, `#practice?game=tree&position=${tree}&algorithm=${algorithm}`, ".quiz tbody tr");
      await page.locator(".quiz select").selectOption(child);
      await check(page);
      return { isRight: await page.locator(".quiz select.right").count() === 1, told: await page.locator(".result").textContent() };
    };
    for (const child of ["B", "C"]) holds((await chosen("((3+9)+(9+3))", "minimax", child)).isRight, `${child} under minimax`);
    holds((await chosen("((3+9)+(9+3))", "alpha-beta", "C")).isRight, "C was searched to its end");
    holds(!(await chosen("((3+9)+(3+1))", "alpha-beta", "C")).isRight, "C is only a bound");
  },

  "spellings of infinity and of fractions, and strokes below a cut": async ({ page, address }) => {
    await open(page, address, "#practice?game=tree&position=((3+9)+(2+(7+8)))", ".quiz tbody tr");
    for (const spelled of ["– ∞", "- ∞", "-inf", "−Infinity"]) {
      await page.locator(".quiz [data-field=alpha]").first().fill(spelled);
      await check(page);
      await page.waitForFunction(() => document.querySelector(".quiz [data-field=alpha]").classList.contains("right"));
    }
    // D is cut; its leaves may be struck as well.
    for (const child of ["D", "D.1", "D.2"]) await page.locator(`[data-child="${child}"]`).click();
    const graded = await callOf(page, "/api/quiz/grade", () => check(page));
    const items = graded.answer.items;
    holds(items.every((item) => item.name !== "D") && items.find((item) => item.name === "C" && item.field === "cut").right, "a cut node with struck leaves");
    await open(page, address, "#practice?game=tree&position=chance(1/3:+3+2/3:+2)&algorithm=minimax", ".quiz tbody tr");
    for (const spelled of ["7/3", "2 1/3", "2.33…"]) {
      await page.locator(".quiz [data-field=value]").first().fill(spelled);
      await check(page);
      await page.waitForFunction(() => document.querySelector(".quiz [data-field=value]").classList.contains("right"));
    }
  },

  "a depth limit: static values are shown, and the drawing does not tell what is cut": async ({ page, address }) => {
    const drawn = async (algorithm) => {
      await open(page, address, `#practice?seed=5&levels=4&branching=2&depth=2&algorithm=${algorithm}`, ".quiz tbody tr");
      return page.locator(".practice .canvas g.node").evaluateAll((nodes) => nodes.map((node) => {
        const { width, height } = node.querySelector("rect, ellipse, path").getBBox();
        return `${node.getAttribute("class")} ${node.querySelector("title").textContent} ${Math.round(width)}×${Math.round(height)}`;
      }).sort());
    };
    const [visited, cut] = [await drawn("minimax"), await drawn("alpha-beta")];
    same(cut, visited, "the same drawing whether or not nodes are cut");
    const leaves = cut.filter((text) => text.includes("leaf"));
    same(leaves.length, 4, "leaves at the horizon");
    holds(leaves.every((text) => text.includes("value ~")) && new Set(leaves.map((text) => /value (\S+)/.exec(text)[1])).size > 1, leaves.join(" | "));
  },

  "answers are there again after a reload and after Back": async ({ page, address }) => {
    await open(page, address, "#practice?seed=7", ".quiz tbody tr");
    await page.locator(".answers [data-field=beta]").first().fill("12");
    await page.locator(".chips button").first().click();
    await page.waitForFunction(() => location.hash.includes("seed=7"));
    await page.reload();
    const kept = async (when) => {
      await page.waitForFunction(() => document.querySelector(".quiz [data-field=beta]")?.value === "12");
      same(await page.locator(".answers [data-field=beta]").first().inputValue(), "12", `the answer ${when}`);
      same(await page.locator(".chips button").first().getAttribute("aria-pressed"), "true", `the cut ${when}`);
    };
    await kept("after a reload");
    await page.getByRole("button", { name: "Next seed" }).click();
    await page.waitForFunction(() => location.hash.includes("seed=8"));
    await page.waitForFunction(() => document.querySelector(".quiz [data-field=beta]")?.value === "");
    await page.goBack();
    await kept("after Back");
  },

  "practice in the tree by keyboard: typed at the nodes, struck, hinted at, checked": async ({ page, address }) => {
    await open(page, address, LINK, ".answers input");
    const right = solution();
    const nodes = Object.fromEntries(await page.locator(".quiz tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("th").textContent, row.dataset.question])));
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForFunction(() => document.querySelector(".result")?.textContent.includes("Look at A: α"));
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForFunction(() => document.querySelector(".result")?.textContent.includes("nothing is known yet"));
    for (const [name, node] of Object.entries(nodes)) {
      for (const field of ["alpha", "beta", "value"]) {
        const input = page.locator(`.answers [data-node=${node}][data-field=${field}]`);
        holds(await isSeen(input), `${name}, ${field}`);
        await input.focus();
        await page.keyboard.type(right[name][field].replace("−", "-"));
      }
    }
    // x strikes the edge above the node, and strikes it out again.
    const field = page.locator(`.answers [data-node=${nodes.C}][data-field=value]`);
    await field.press("x");
    await page.waitForSelector(".edge.struck");
    await field.press("x");
    for (const child of right.C.cut) await page.locator(`[data-child="${child}"]`).press("Space");
    await page.locator(".quiz select").selectOption(right.A.chosen);
    await field.press("Enter");
    await page.waitForFunction(() => document.querySelector(".result .score")?.textContent.includes("100 %"));
  },

  "the ladder: harder and easier, and an edge struck by a click on a phone": async ({ browser, address }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    if (process.env.PAGE) await fromDisk(context, process.env.PAGE);
    const page = await context.newPage();
    await open(page, address, "#practice?seed=4", ".answers input");
    await page.getByRole("button", { name: "Harder" }).tap();
    await page.waitForFunction(() => document.querySelector("[aria-label=Level]").selectedOptions[0].textContent.startsWith("4."));
    await page.getByRole("button", { name: "Easier" }).tap();
    await page.waitForFunction(() => document.querySelector("[aria-label=Level]").selectedOptions[0].textContent.startsWith("3."));
    await page.waitForFunction(() => location.hash.includes("cuts=1"));
    const edge = page.locator(".practice g.edge .wide").nth(3);
    await edge.scrollIntoViewIfNeeded();
    await edge.dispatchEvent("click");
    same(await page.locator(".practice .edge.struck").count(), 1, "edges struck");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    holds(wide <= 390, `the page is ${wide} pixels wide`);
    await context.close();
  },

  "worksheets follow the search that is chosen, in versions A and B": async ({ page, address }) => {
    await open(page, address, "#practice?seed=3&levels=2&branching=3&order=reversed&fail=hard&cut=past", ".quiz tbody tr");
    await page.getByText("Worksheet").click();
    await page.getByLabel("Exercises").fill("2");
    await page.getByLabel("Versions").fill("2");
    const saved = async (format, what) => {
      await page.locator("select").filter({ hasText: "Typst" }).selectOption(format);
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: what, exact: true }).click()]);
      return readFileSync(await file.path(), "utf8");
    };
    const sheet = await saved("svg", "Sheet");
    for (const said of ["version A", "version B", "from right to left", "β &lt; α", "fail-hard", "--order reversed"]) holds(sheet.includes(said), `'${said}' is missing`);
    const key = JSON.parse(await saved("json", "Key"));
    same(key.exercises.map(({ version, number, settings }) => `${version}${number} ${settings.seed}`), ["A1 3", "A2 4", "B1 5", "B2 6"], "versions");
    await open(page, address, "#practice?seed=3&levels=2&chance=40&algorithm=minimax", ".quiz tbody tr");
    await page.getByText("Worksheet").click();
    const chance = await saved("svg", "Sheet");
    holds(chance.includes(">Expectiminimax<") && !chance.includes("lpha-beta"), "the title is that of the search");
  },
};
