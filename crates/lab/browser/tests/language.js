// Two languages: every text is there in both, and the German page has no English sentence on its main views.

import { readFileSync, readdirSync } from "node:fs";
import { COURSE_ENGLISH } from "../../page/course_en.js";
import { COURSE_GERMAN } from "../../page/course_de.js";
import { ENGLISH } from "../../page/text_en.js";
import { GERMAN } from "../../page/text_de.js";
import { holds, same } from "../harness.js";

const PAGE = new URL("../../page/", import.meta.url);
/** Words that are in nearly every English sentence and in no German one. */
const ENGLISH_WORDS = /\b(the|is|are|of|and|to|with|for|not|this|that|only|from|by|it|its|which|you|your|be|has|have|value|move|moves|values|step|so far|node|leaf|leaves)\b/i;

/** Opens a view in German, with everything unfolded. */
async function german(page, address, hash, ready) {
  await page.goto("about:blank");
  await page.goto(`${address}/?lang=de${hash}`);
  await page.waitForSelector(ready);
  await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
  await page.waitForTimeout(200);
}

/** Texts and labels that can be perceived and look English. The names and variants of games and what is written in notations stay as they are. */
const english = (page) => page.evaluate((words) => {
  const isEnglish = new RegExp(words.source, words.flags);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest("textarea, script, noscript, option[lang], pre, .opening")) continue;
    if (isEnglish.test(textContent)) found.add(textContent.trim());
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (!element.checkVisibility() || element.closest("[hidden], select, input[lang=en]")) continue;
    for (const name of ["aria-label", "title", "placeholder"]) if (isEnglish.test(element.getAttribute(name) ?? "")) found.add(`${name}: ${element.getAttribute(name)}`);
  }
  return [...found];
}, { source: ENGLISH_WORDS.source, flags: ENGLISH_WORDS.flags });

export const tests = {
  "every text exists in both languages, with the same values to fill in": async () => {
    for (const [one, other] of [[ENGLISH, GERMAN], [COURSE_ENGLISH, COURSE_GERMAN]]) {
      same(Object.keys(one).sort(), Object.keys(other).sort(), "keys");
      const blanks = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
      for (const key of Object.keys(one)) {
        holds(one[key].trim() && other[key].trim(), `${key} is empty`);
        same(blanks(other[key]), blanks(one[key]), `values of ${key}`);
      }
    }
    const known = { ...ENGLISH, ...COURSE_ENGLISH };
    let used = 0;
    for (const file of readdirSync(PAGE).filter((file) => file.endsWith(".js"))) {
      for (const [, key] of readFileSync(new URL(file, PAGE), "utf8").matchAll(/\bt\("([^"]+)"/g)) {
        holds(Object.hasOwn(known, key), `${file} asks for ${key}, which no catalogue has`);
        used += 1;
      }
    }
    return `${Object.keys(known).length} texts, asked for in ${used} places`;
  },

  "the language comes from the link, the browser, or a choice that is kept": async ({ browser, page, address }) => {
    await page.goto(`${address}/?lang=de`);
    await page.waitForSelector(".door");
    same(await page.evaluate(() => document.documentElement.lang), "de", "by the link");
    const context = await browser.newContext({ locale: "de-AT" });
    if (process.env.PAGE) await (await import("../harness.js")).fromDisk(context, process.env.PAGE);
    const other = await context.newPage();
    await other.goto(address);
    await other.waitForSelector(".door");
    same(await other.evaluate(() => document.documentElement.lang), "de", "by the browser");
    await other.locator("#language").selectOption("en");
    await other.waitForFunction(() => document.documentElement.lang === "en" && document.querySelector(".door h2")?.textContent === "Learn");
    await other.reload();
    await other.waitForSelector(".door");
    same(await other.evaluate(() => document.documentElement.lang), "en", "the choice is kept");
    await context.close();
  },

  "German: start, course, practice and game have no English sentence": async ({ page, address }) => {
    await german(page, address, "", ".door");
    same(await english(page), [], "start");
    await page.locator("#help").click();
    same(await english(page), [], "help");
    for (const screen of ["minimax&screen=1", "minimax&screen=3", "alpha-beta&screen=5", "quiescence&screen=3", "transpositions&screen=4", "matrices&screen=2", "endgames&screen=4"]) {
      await german(page, address, `#course?lesson=${screen}`, ".view.course :is(svg .node, .parts .field, .payoffs)");
      same(await english(page), [], `course, ${screen}`);
    }
    await german(page, address, "#practice?seed=1", ".answers input");
    await page.locator(".answers input").first().fill("0");
    await page.getByRole("button", { name: "Meine Antworten prüfen" }).click();
    await page.waitForSelector(".result .score");
    same(await english(page), [], "practice, marked");
    for (let count = 0; count < 3; count += 1) await page.getByRole("button", { name: "Hinweis", exact: true }).click();
    await page.waitForTimeout(300);
    same(await english(page), [], "practice, with hints");
    await german(page, address, "#game?game=chess&moves=e4+f5+Qh5%2B&you=both", ".board .check");
    await page.getByRole("button", { name: "Analysieren" }).click();
    await page.waitForSelector(".iterations tbody");
    await page.getByRole("button", { name: "Anhalten" }).click();
    await page.getByRole("button", { name: "Erklären" }).click();
    await page.waitForSelector(".why p:nth-child(2)");
    same(await english(page), [], "chess, analysed and explained");
  },

  "German: every step of a search is told in German": async ({ page, address }) => {
    const trees = ["#tree", "#tree?algorithm=minimax", "#tree?fail=hard", "#tree?game=tree&position=A(B(5+9)+C(D(E(4+1)+F(8+6))+G(2+7+3)))", "#tree?game=tree&position=A(B=chance(1/2:+C(3+5)+1/3:+4+1/6:+-2)+D(2+7))&algorithm=minimax"];
    let steps = 0;
    for (const tree of trees) {
      await german(page, address, tree, ".view.tree .said");
      const last = Number((await page.locator(".count").first().textContent()).split("/")[1]);
      for (let step = 0; step <= last; step += 1) {
        same(await english(page), [], `${tree}, step ${step}`);
        steps += 1;
        if (step === last) break;
        await page.keyboard.press("ArrowRight");
        await page.waitForFunction((step) => document.querySelector(".view.tree .search .number").textContent.startsWith(`Schritt ${step} `), step + 1);
      }
    }
    return `${steps} steps`;
  },
};
