// The choice of a language, and the texts of the page's frame, which is there before any script.

import { h } from "./dom.js";
import { LANGUAGES, choose, spoken, t } from "./text.js";

/** Makes a list of languages the choice, and writes the frame in the one in use. */
export function attachLanguage(list) {
  list.replaceChildren(...Object.entries(LANGUAGES).map(([key, name]) => h("option", { value: key, lang: key, selected: key === spoken() }, name)));
  list.value = spoken();
  list.addEventListener("change", () => choose(list.value));
  list.setAttribute("aria-label", t("page.language"));
  for (const link of document.querySelectorAll("nav a")) link.textContent = t(`view.${link.dataset.view}`);
  document.querySelector("nav").setAttribute("aria-label", t("page.views"));
  document.querySelector("#skip").textContent = t("page.skip");
  const help = document.querySelector("#help");
  const theme = document.querySelector("#theme");
  help.title = t("page.help");
  help.setAttribute("aria-label", t("page.help"));
  theme.title = t("page.theme.title");
  theme.setAttribute("aria-label", t("page.theme"));
}
