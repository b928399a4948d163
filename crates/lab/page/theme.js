// Light or dark: as the system is set, until the user presses the button.

import { store, stored } from "./storage.js";

const KEY = "rootward-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

/** Makes a button the theme switch, and restores the last choice. */
export function attachTheme(button) {
  const chosen = stored(KEY);
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    store(KEY, theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
