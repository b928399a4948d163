// The lecture's table, live.

import { holds, open, rootward, same } from "../harness.js";

export const tests = {
  "the table counts what the command line counts": async ({ page, address }) => {
    await open(page, address, "#compare?game=connect-four:8x7&depths=1..4", ".compare form");
    await page.getByRole("button", { name: "Count" }).click();
    await page.waitForFunction(() => document.querySelector(".compare .state").textContent.includes("agree"));
    const rows = rootward("compare", "connect-four:8x7", "--depths", "1..4").filter((row) => row.cells);
    const wanted = rows.map((row) => row.cells[1].cost.boards.toLocaleString("en"));
    same(await page.locator(".counts-table tbody tr td:nth-child(4)").allTextContents(), wanted, "boards of alpha-beta");
    holds((await page.locator(".plot-frame .curve").count()) === 7, "a line for each method");
  },
};
