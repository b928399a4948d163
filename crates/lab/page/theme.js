// Light or dark: as the system is set, until the user presses the button.

import { keep, kept } from "./kept.js";

const KEY = "rootward-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

/** Makes a button the theme switch, and restores the last choice. */
export function attachTheme(button) {
  const chosen = kept(KEY);
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    keep(KEY, theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
