// A choice of one of the registered games, with its variant.

import { get } from "./api.js";
import { field, h } from "./dom.js";
import { trying } from "./status.js";
import { t } from "./text.js";
import { translated } from "./translation.js";

let games = null;

/** The registered games, requested once. */
export async function registered() {
  games ??= get("/api/games").then((answer) => answer.games);
  return (await trying(() => games)) ?? [];
}

/** Whether the positions of a game, `NAME[:VARIANT]`, are trees drawn by hand. */
export async function isDrawn(game) {
  const name = game.split(":")[0];
  return (await registered()).some((entry) => entry.name === name && entry.is_drawn);
}

/** A field for the game and one for its variant; `changed(game)` receives `NAME[:VARIANT]`. */
export function gamePicker(changed) {
  const pick = h("select");
  const variant = h("input", { type: "text", size: 8, spellcheck: "false", lang: "en", placeholder: t("game.usual") });
  const picker = {
    element: h("div", { class: "row" }, field(t("game.game"), pick), field(t("game.variant"), variant)),
    get game() {
      const extra = variant.value.trim();
      return extra ? `${pick.value}:${extra}` : pick.value;
    },
    async begin(game) {
      const [name, ...rest] = game.split(":");
      // The game is chosen before the list is there: whoever presses a button at once means this one.
      if (!pick.options.length) pick.replaceChildren(h("option", { value: name }, translated(name, "game")));
      pick.value = name;
      variant.value = rest.join(":");
      const all = await registered();
      if (!all.length) return;
      pick.replaceChildren(...all.map((entry) => h("option", { value: entry.name, title: translated(entry.description, "game") }, translated(entry.name, "game"))));
      pick.value = name;
      hint(all);
    },
  };
  const hint = (all) => (variant.title = all.find((entry) => entry.name === pick.value)?.variants ?? "");
  pick.addEventListener("change", () => {
    variant.value = "";
    changed(picker.game);
  });
  variant.addEventListener("change", () => changed(picker.game));
  return picker;
}
