// The texts of the page in the reader's language, by key. A catalogue is a list of keys and texts; `{name}` is filled in.

import { COURSE_ENGLISH } from "./course_en.js";
import { ENGLISH } from "./text_en.js";
import { VIEWS_ENGLISH } from "./views_en.js";
import { store, stored } from "./storage.js";

/** The languages, each under its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch" };
const KEY = "rootward-language";
const FIRST = { ...ENGLISH, ...VIEWS_ENGLISH, ...COURSE_ENGLISH };

let texts = FIRST;
let sentences = {};
let language = "en";

/** The language in use. */
export const spoken = () => language;

/** The language of a link (`?lang=de`), of an earlier choice, or of the browser. */
function wanted() {
  const asked = [new URLSearchParams(location.search).get("lang"), stored(KEY), ...(navigator.languages ?? [])];
  return asked.map((name) => String(name ?? "").slice(0, 2).toLowerCase()).find((name) => Object.hasOwn(LANGUAGES, name)) ?? "en";
}

/** Loads the texts. Nothing that shows a text may be loaded before. */
export async function speak() {
  language = wanted();
  document.documentElement.lang = language;
  if (language !== "de") return;
  const [{ GERMAN }, { VIEWS_GERMAN }, { COURSE_GERMAN }, { GERMAN_PHRASES }] = await Promise.all([
    import("./text_de.js"), import("./views_de.js"), import("./course_de.js"), import("./phrases_de.js"),
  ]);
  texts = { ...GERMAN, ...VIEWS_GERMAN, ...COURSE_GERMAN };
  sentences = GERMAN_PHRASES;
}

/** The phrases of the program's own sentences about one thing, each with what it is in the language in use; none in English. */
export const phrases = (about) => sentences[about] ?? [];

/** The text of a key, with values filled in. A text that is missing shows in English, one that does not exist as its key. */
export function t(key, values = {}) {
  const text = texts[key] ?? FIRST[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether there is a text with this key. */
export const has = (key) => Object.hasOwn(FIRST, key);

/** Another language, from the next loading of the page on. */
export function choose(name) {
  store(KEY, name);
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  if (address.href === location.href) location.reload();
  else location.replace(address.href);
}
