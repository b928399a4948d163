// The size of the page, and the limits of its links.

import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { holds } from "../harness.js";
import { fuzz } from "../fuzz_links.js";

const PAGE = new URL("../../page/", import.meta.url);

export const tests = {
  "the page is smaller than 120 KB compressed": async () => {
    const files = readdirSync(PAGE);
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, PAGE))).length, 0);
    holds(bytes < 120_000, `${bytes} bytes`);
    return `${files.length} files, ${bytes} bytes compressed`;
  },

  "links made of anything are read without an exception": async () => {
    const { count, problems } = fuzz(50_000, 1);
    return `${count} links, ${problems} with a complaint`;
  },
};
