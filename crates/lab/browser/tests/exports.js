// Files of a step, and back.

import { readFile } from "node:fs/promises";
import { atStep, holds, open, outline, same } from "../harness.js";

async function save(page, format) {
  await page.getByLabel("Format").first().selectOption(format);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  return file;
}

async function begin(page, address) {
  await open(page, address, "#tree?step=12", ".said");
  await atStep(page, 12);
  await page.getByText("Save and share").click();
}

export const tests = {
  "every format is what it says": async ({ page, address }) => {
    await begin(page, address);
    const starts = { svg: "<svg", png: "\x89PNG", pdf: "%PDF-", tikz: "\\documentclass", dot: "digraph", json: "{", html: "<!doctype html" };
    for (const [format, start] of Object.entries(starts)) {
      const bytes = await readFile(await (await save(page, format)).path());
      const head = bytes.subarray(0, 400).toString("latin1");
      holds(head.toLowerCase().includes(start.toLowerCase()), `${format} begins with ${JSON.stringify(head.slice(0, 60))}`);
    }
  },

  "a JSON export can be loaded again": async ({ page, address }) => {
    await begin(page, address);
    const path = await (await save(page, "json")).path();
    const rows = await outline(page);
    await open(page, address, "#tree?game=tree&position=(1+2)", ".said");
    await page.getByText("Save and share").click();
    await page.getByLabel("Load a JSON export").setInputFiles(path);
    await page.waitForFunction(() => document.querySelector(".count").textContent.endsWith("/ 20") || Number(document.querySelector(".count").textContent.split("/")[1]) > 12);
    await page.locator(".view.tree .picture .canvas").first().focus();
    for (let step = 1; step <= 12; step += 1) await page.keyboard.press("ArrowRight");
    await atStep(page, 12);
    same(await outline(page), rows, "the tree at step 12");
  },

  "the exported page steps by itself, without a server": async ({ page, context, address }) => {
    await begin(page, address);
    const path = await (await save(page, "html")).path();
    const { copyFile, rm } = await import("node:fs/promises");
    await copyFile(path, `${path}.html`);
    const alone = await context.newPage();
    await alone.goto(`file://${path}.html`);
    const text = () => alone.evaluate(() => document.body.innerText);
    await alone.keyboard.press("Home");
    const start = await text();
    for (let step = 0; step < 12; step += 1) await alone.keyboard.press("ArrowRight");
    const cut = await text();
    holds(start !== cut && cut.includes("2 ≤ α = 3"), cut.slice(0, 400));
    await alone.keyboard.press("ArrowLeft");
    holds(!(await text()).includes("2 leaves skipped"), "one step back");
    await rm(`${path}.html`);
  },
};
