// Long searches can be waited for or cancelled; lost ones are asked for again; single keys can be switched off.

import { ask } from "../calls.js";
import { atStep, holds, isSeen, open, same } from "../harness.js";

export const tests = {
  "why this move: a long search says how long it takes and can be cancelled": async ({ page, address }) => {
    await open(page, address, "#tree?game=chess&algorithm=minimax&depth=5", ".waiting");
    const waiting = page.locator(".view.tree .waiting").first();
    await page.waitForFunction(() => /Searching for \d+ s/.test(document.querySelector(".view.tree .waiting").textContent));
    holds(await isSeen(waiting.getByRole("button", { name: "Cancel" })), "a way out");
    await waiting.getByRole("button", { name: "Cancel" }).click();
    await page.waitForFunction(() => document.querySelector(".view.tree .waiting").textContent.includes("cancelled"));
    while ((await ask(page, "/api/status")).searches > 0) await page.waitForTimeout(50);
    await open(page, address, "#tree", ".view.tree .said");
    same(await waiting.isVisible(), false, "nothing waits where there is a search");
  },

  "a search that the server has lost is asked for again": async ({ page, address, watch }) => {
    await open(page, address, "#tree", ".view.tree .said");
    await atStep(page, 0);
    let lost = 0;
    const asked = [];
    await page.route(/frame\?step=22/, (route) => ((lost += 1) === 1 ? route.fulfill({ status: 404, json: { error: "this trace is not kept any more; ask for it again" } }) : route.continue()));
    page.on("request", (request) => request.method() === "POST" && asked.push(new URL(request.url()).pathname));
    await page.reload();
    await page.waitForSelector(".view.tree .said");
    await page.locator("body").press("End");
    await atStep(page, 22);
    same(await page.locator(".message.error").count(), 0, "errors");
    holds(asked.filter((path) => path === "/api/trace").length === 2, asked.join(" "));
    // Browsers write the lost one to the console by themselves.
    watch.complaints = watch.complaints.filter((complaint) => !complaint.includes("status of 404"));
  },

  "values of the book say that they are from the book": async ({ page, address }) => {
    await open(page, address, "#game?game=connect-four&moves=4&you=both", ".board .cell.legal");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.waitForFunction(() => document.querySelector(".headline").textContent.includes("from the book"));
  },

  "single keys are shortcuts until they are switched off": async ({ page, address }) => {
    await open(page, address, "#tree", ".view.tree .said");
    await atStep(page, 0);
    await page.locator("body").press("n");
    await atStep(page, 12);
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("checkbox", { name: "Single keys are shortcuts" }).uncheck();
    await page.keyboard.press("Escape");
    await page.locator("body").press("p");
    await page.locator("body").press("n");
    await page.waitForTimeout(200);
    await atStep(page, 12);
    await page.locator("body").press("ArrowRight");
    await atStep(page, 13);
  },
};
