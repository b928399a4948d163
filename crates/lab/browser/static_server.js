// A plain file server: it knows files and their types, and nothing else. What works here works on any web host.
// By hand: `node static_server.js FOLDER [PORT]`.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json" };

/** Below a path, since a course page rarely is at the top of its host. */
const BELOW = "/course/lab";

/** Serves a folder; returns its address and a function that ends it. */
export async function serveFolder(folder, port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    const file = pathname.startsWith(`${BELOW}/`) ? join(folder, normalize(decodeURIComponent(pathname.slice(BELOW.length)))) : "";
    const path = file.endsWith("/") ? `${file}index.html` : file;
    if (!path || !statSync(path, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
    return request.method === "HEAD" ? response.end() : createReadStream(path).pipe(response);
  });
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${server.address().port}${BELOW}`, stop };
}

if (import.meta.url === `file://${process.argv[1]}`) console.log(`${(await serveFolder(process.argv[2] ?? ".", Number(process.argv[3] ?? 0))).address}/`);
