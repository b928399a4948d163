// The course: screens, tasks that are graded by the program, progress, and the file to hand in.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROGRAM, SITE, holds, isSeen, open, rootward, same } from "../harness.js";

const LESSONS = ["minimax", "alpha-beta", "ordering", "depth", "quiescence", "transpositions", "chance", "matrices", "endgames"];

/** The right answers to the tree on the screen, from the command line. */
async function solve(page, algorithm) {
  const { tree } = await shownTask(page);
  const text = execFileSync(PROGRAM, ["quiz", "tree", tree, "--algorithm", algorithm, "--solution"], { encoding: "utf8" });
  return JSON.parse(text);
}

/** The task that the page asked for last: its tree is not on the page as text. */
async function shownTask(page) {
  const answer = await page.evaluate(() => window.lastTask ?? window.engineCalls?.findLast(({ path, answer }) => path === "/api/course/task" && answer)?.answer);
  const task = JSON.parse(answer);
  return { ...task, tree: task.show?.tree };
}

/** Keeps the answers of the server about tasks; those of an engine in the page are kept anyway. */
async function listen(page) {
  if (SITE) return;
  await page.addInitScript(() => {
    const plain = window.fetch;
    window.fetch = async (path, options) => {
      const response = await plain(path, options);
      if (String(path).includes("course/task")) window.lastTask = await response.clone().text();
      return response;
    };
  });
}

const next = (page) => page.locator(".turn-page .primary");

export const tests = {
  "every screen of the course has a title, a text or a task, and something to look at": async ({ page, address }) => {
    await open(page, address, "#course", ".view.course .screen-title");
    const titles = new Set();
    const seen = new Set();
    for (let count = 0; count < 60; count += 1) {
      const title = await page.locator(".screen-title").textContent();
      holds(title && !title.startsWith("lesson."), `a title, not ${title}`);
      titles.add(`${await page.locator(".stage .caption").first().textContent()} ${title}`);
      await page.waitForSelector(".view.course .live:not([hidden]) :is(svg .node, .board, table, a), .view.course .task:not([hidden]) :is(svg .node, .board, table, .parts .field)");
      const text = await page.locator(".view.course .stage").innerText();
      holds(!/\b(lesson|task|course|option)\.[a-z]/.test(text), `no key is shown: ${text}`);
      seen.add(await page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("lesson")));
      if (await next(page).isDisabled()) break;
      await next(page).click();
      await page.waitForTimeout(250);
    }
    same([...seen].filter(Boolean), LESSONS, "the lessons in order");
    same(titles.size, 33, "screens");
  },

  "the first lesson by keyboard alone: step, answer, wrong, right, points, after a reload": async ({ page, address }) => {
    await listen(page);
    await open(page, address, "#course", ".view.course .sentence .number");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector(".view.course .sentence .number").textContent.startsWith("Step 1 "));
    const press = async (name) => {
      // Tab until the control has the focus: nothing may keep a keyboard from getting there.
      for (let count = 0; count < 60; count += 1) {
        await page.keyboard.press("Tab");
        if (await page.evaluate((name) => document.activeElement?.textContent === name, name)) return page.keyboard.press("Enter");
      }
      throw new Error(`${name} is not reached with Tab`);
    };
    await press("Next");
    await page.waitForFunction(() => document.querySelector(".screen-title").textContent === "Values go up");
    same(await page.evaluate(() => document.activeElement?.className), "screen-title", "the focus is at the new title");
    await press("Next");
    await page.waitForSelector(".view.course .answers input");
    const solution = await solve(page, "minimax");
    const fill = async (wrong) => {
      const fields = await page.locator(".answers input").evaluateAll((inputs) => inputs.map(({ dataset }) => [dataset.node, dataset.field]));
      await page.locator(".answers input").first().focus();
      for (const [index, [node, field]] of fields.entries()) {
        if (index) await page.keyboard.press("Tab");
        same(await page.evaluate(() => document.activeElement.dataset.node), node, "Tab goes from blank to blank");
        await page.keyboard.press("Control+a");
        await page.keyboard.type(index === 0 && wrong ? "99" : solution[node][field]);
      }
    };
    await fill(true);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".task .result .score");
    holds((await page.locator(".task .result").textContent()).includes("MAX the largest value"), "the rule");
    holds(await isSeen(page.locator(".answers .wrong")), "a wrong field is marked");
    same(await page.locator(".task .result").textContent().then((text) => text.includes(solution.n0.value) && text.includes("right is")), false, "the answer is not given away");
    await fill(false);
    await page.locator(".quiz select").focus();
    await page.keyboard.type(solution.n0.chosen);
    await press("Check my answers");
    await page.waitForFunction(() => document.querySelector(".task .score")?.textContent === "Everything is right.");
    holds(await isSeen(page.locator(".lessons .done").first()), "the lesson is done");
    await page.reload();
    await page.waitForSelector(".view.course .answers input");
    same(await page.locator(".answers input").first().inputValue(), solution.n0.value, "the answer after a reload");
    same(await page.locator(".lessons .done").count(), 1, "points after a reload");
  },

  "two tabs of one student keep each other's answers, and what is not readable does no harm": async ({ page, context, address }) => {
    const other = await context.newPage();
    await open(page, address, "#course?lesson=alpha-beta&screen=5&course=AI+1", ".parts input");
    await open(other, address, "#course?lesson=minimax&screen=3&course=AI+1", ".view.course .answers input");
    const answer = async (tab, field, text) => {
      await tab.locator(field).first().fill(text);
      await tab.getByRole("button", { name: "Check my answers" }).click();
      await tab.waitForSelector(".task .result .score");
    };
    await answer(page, ".parts input", "12");
    await answer(other, ".answers input", "4");
    await page.waitForFunction(() => document.querySelectorAll(".lessons .earned").length === 2 && [...document.querySelectorAll(".lessons .earned")].every((earned) => earned.textContent));
    for (const tab of [page, other]) {
      await open(tab, address, "#course?lesson=alpha-beta&screen=5&course=AI+1", ".parts input");
      same(await tab.locator(".parts input").first().inputValue(), "12", "the answer of one tab");
      await open(tab, address, "#course?lesson=minimax&screen=3&course=AI+1", ".view.course .answers input");
      same(await tab.locator(".answers input").first().inputValue(), "4", "the answer of the other");
    }
    for (const broken of ["{", "7", "[1,2]", '{"answers":null}', '"x"']) {
      await page.evaluate((broken) => ["rootward-student", ...Object.keys(localStorage)].forEach((key) => localStorage.setItem(key, broken)), broken);
      await open(page, address, "#course", ".view.course .screen-title");
      holds((await page.locator(".screen-title").textContent()).length > 3, `a screen with ${broken} in the browser`);
    }
  },

  "a result is handed in, checked by the command, and a changed or copied one is noticed": async ({ page, address }) => {
    await listen(page);
    await open(page, address, "#course?lesson=alpha-beta&screen=5&course=AI+1", ".parts input");
    await page.getByRole("button", { name: "Save my result" }).click();
    holds((await page.locator(".message.error").textContent()).includes("name"), "a name is needed");
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByLabel("Name").press("Tab");
    await page.waitForFunction(() => document.querySelector(".parts input"));
    await page.waitForTimeout(300);
    const { tree } = await shownTask(page);
    const leaves = String(rootward("trace", "tree", tree).at(-1).leaves);
    await page.locator(".parts input").fill("1");
    await page.getByRole("button", { name: "Check my answers" }).click();
    await page.waitForSelector(".parts .wrong");
    await page.locator(".parts input").fill(leaves);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".parts .right");
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save my result" }).click();
    const path = await (await saved).path();
    const [report] = rootward("exercise", "check", path);
    same([report.name, report.course, report.correct, report.sound], ["Ada Lovelace", "AI 1", 1, true], "the report");
    const folder = mkdtempSync(join(tmpdir(), "rootward-course-"));
    const text = readFileSync(path, "utf8");
    const files = { "good.json": text, "edited.json": text.replace(`"${leaves}"`, '"7777"'), "renamed.json": text.replace("Ada Lovelace", "Grace Hopper"), "broken.json": "{" };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const checked = spawnSync(PROGRAM, ["exercise", "check", ...Object.keys(files).map((name) => join(folder, name)), "--json"], { encoding: "utf8" });
    same(checked.status, 1, "the exit code if one file is not sound");
    const reports = checked.stdout.trim().split("\n").map((line) => JSON.parse(line));
    same(reports.map(({ sound }) => sound), [true, false, false, false], "each file has its report");
    holds(reports[1].odd[0].includes("changed") && reports[2].odd.some((odd) => odd.includes("seed")) && reports[3].error, "why");
  },
};
