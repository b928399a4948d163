// The page begins: first the reader's language, then everything that has texts.

import { speak } from "./text.js";

await speak();
await import("./views.js");
