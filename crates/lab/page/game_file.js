// The game as a file: saved, copied, and read again; and the lines that were taken back.

import { post } from "./api.js";
import { button, download, h } from "./dom.js";
import { GameRecord, joinMoves } from "./game_record.js";
import { say, trying } from "./status.js";
import { t } from "./text.js";

/** Of a line that was taken back, this many moves are shown. */
const SHOWN = 8;

/** A panel's content; `now()` returns the record, the seat and the level, `begin(record)` shows another game. */
export function gameFile(now, begin) {
  const written = (own = false) => {
    const { record, you, level } = now();
    const { game, start: position, moves, variations } = record;
    return trying(() => post("/api/game/write", { game, position, moves, variations, you, level, own }));
  };
  const save = async () => {
    const file = await written();
    if (file) download(`${now().record.game.replace(/\W+/g, "-")}.${file.extension}`, new Blob([file.text], { type: "text/plain" }));
  };
  const copy = () => trying(async () => {
    const file = await written();
    if (!file) return;
    await navigator.clipboard.writeText(file.text);
    say(t("game.file.copied"));
  });
  const read = async (text) => {
    const found = await trying(() => post("/api/game/read", { text, game: now().record.game }));
    if (!found) return;
    const record = new GameRecord({ game: found.game, position: found.position, moves: joinMoves(found.moves) });
    record.variations = found.variations;
    begin(record);
  };
  const text = h("textarea", { rows: 3, spellcheck: "false", "aria-label": t("game.file.text"), placeholder: "1. e4 e5 2. Nf3 …" });
  const file = h("input", { type: "file", accept: ".pgn,.pdn,.game,.txt", "aria-label": t("game.file.open") });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) await read(await chosen.text());
    file.value = "";
  });
  return [h("div", { class: "row" }, button(t("game.file.save"), save), button(t("game.file.copy"), copy)), text,
    h("div", { class: "row" }, button(t("game.file.read"), () => read(text.value))), h("label", { class: "field file" }, h("span", {}, t("game.file.open")), file)];
}

/** The lines that were taken back, each to be gone to again. */
export class Variations {
  /** `choose(index)` makes a line the game's own. */
  constructor(choose) {
    this.choose = choose;
    this.list = h("ul", { class: "variations" });
    this.element = h("section", { class: "variations-frame", hidden: true, "aria-label": t("game.variations") }, h("h2", {}, t("game.variations")), this.list);
  }

  show({ variations }) {
    this.element.hidden = variations.length === 0;
    this.list.replaceChildren(...variations.map(({ ply, moves }, index) => h("li", {},
      button(t("game.variation", { ply: ply + 1, moves: moves.slice(0, SHOWN).join(" ") + (moves.length > SHOWN ? " …" : "") }), () => this.choose(index), { class: "quiet" }))));
  }
}
