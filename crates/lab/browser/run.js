// Runs the tests, one after the other. `node run.js [name …]` runs those whose name contains a word; with PAGE=../page the
// page is read from that folder instead of from the program, so that a change of it needs no build.

import { readdirSync } from "node:fs";
import { noteCalls } from "./calls.js";
import { SITE, Watch, fromDisk, launch, startLab } from "./harness.js";

const wanted = process.argv.slice(2);

/** What the server does and a folder does not, and the other way round. */
const SERVER_ONLY = ["only the lab's own names are answered", "a search that the server has lost is asked for again"];
const isHere = (file, name) => (SITE ? !SERVER_ONLY.includes(name) : file !== "site.js");
const files = readdirSync(new URL("tests/", import.meta.url)).filter((file) => file.endsWith(".js")).sort();
const lab = await startLab();
const browser = await launch();
let failures = 0;

for (const file of files) {
  const { tests } = await import(`./tests/${file}`);
  for (const [name, test] of Object.entries(tests)) {
    if (!isHere(file, name)) continue;
    if (wanted.length && !wanted.some((word) => `${file} ${name}`.includes(word))) continue;
    failures += await run(name, test);
  }
}

async function run(name, test) {
  const begun = performance.now();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  context.setDefaultTimeout(Number(process.env.PATIENCE ?? 15_000));
  await noteCalls(context);
  if (process.env.PAGE) await fromDisk(context, process.env.PAGE);
  const watch = new Watch(context, lab.address);
  try {
    const figure = await test({ page: await context.newPage(), context, browser, address: lab.address, watch });
    if (watch.complaints.length) throw new Error(watch.complaints.join("\n"));
    console.log(`ok    ${name} (${Math.round(performance.now() - begun)} ms)${figure ? `\n      ${figure}` : ""}`);
    return 0;
  } catch (error) {
    console.log(`FAIL  ${name}\n      ${String(error.stack ?? error).replaceAll("\n", "\n      ")}`);
    return 1;
  } finally {
    await context.close();
  }
}

await browser.close();
lab.stop();
console.log(failures ? `${failures} failed` : "all passed");
process.exit(failures ? 1 : 0);
