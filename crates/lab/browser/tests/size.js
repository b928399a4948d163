// The size of the page, and the limits of its links.

import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { holds } from "../harness.js";
import { fuzz } from "../fuzz_links.js";

const PAGE = new URL("../../page/", import.meta.url);

export const tests = {
  // What one reader loads: the catalogues of other languages come only when they are asked for. The course with its texts is
  // 17 KB of it. The phrases of refusals, matrices and worksheets are 8 KB of the other language.
  "the page is smaller than 155 KB compressed, and another language than 36 KB": async () => {
    const files = readdirSync(PAGE);
    const size = (names) => names.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, PAGE))).length, 0);
    const other = files.filter((file) => file.endsWith("_de.js"));
    const [bytes, german] = [size(files.filter((file) => !other.includes(file))), size(other)];
    holds(bytes < 155_000 && german < 36_000, `${bytes} bytes, and ${german} for German`);
    return `${files.length} files, ${bytes} bytes compressed, and ${german} for German`;
  },

  "links made of anything are read without an exception": async () => {
    const { count, problems } = fuzz(50_000, 1);
    return `${count} links, ${problems} with a complaint`;
  },
};
