// The matrix lab: a payoff matrix to type or paste, elimination step by step, and the equilibria.

import * as address from "./address.js";
import { isAbort, post } from "./api.js";
import { button, field, h, select } from "./dom.js";
import { EXAMPLES } from "./matrix_examples.js";
import { bodyOf, gameOf, joinNames, ofKind, splitNames } from "./matrix_game.js";
import { MatrixResults } from "./matrix_results.js";
import { PayoffTable } from "./payoff_table.js";
import { say } from "./status.js";
import { t } from "./text.js";
import { translated } from "./translation.js";
import { Transport } from "./transport.js";

const KINDS = ["bimatrix", "zero-sum", "nature"].map((kind) => [kind, t(`matrix.kind.${kind}`)]);
const FORMATS = [["", t("matrix.format.any")], ["inline", "3,4 1,2; 4,1 2,3"], ["csv", "CSV"], ["nfg", t("matrix.format.nfg")]];
const OWN = "own";
/** The answer is requested when nobody has typed for this many milliseconds. */
const PAUSE = 350;
const HALF = "1/2";
/** What the players of a matrix without names are called. */
const PLAYERS = [t("matrix.row.player"), t("matrix.column.player")];
/** What the server calls them. */
const DEFAULT_PLAYERS = "row player,column player";

export class MatrixLab {
  name = "matrix";
  title = t("matrix.title");
  #game = null;
  #answer = null;
  #step = 0;
  #weak = false;
  #chosen = 0;
  #running = null;
  #timer = null;
  #page = `matrix-${Math.random().toString(36).slice(2, 10)}`;

  mount(root) {
    this.table = new PayoffTable({ typed: (game) => this.#typed(game), reshaped: (game) => this.#reshaped(game), pasted: (text) => this.#read(text) });
    this.results = new MatrixResults((number) => this.#choose(number));
    this.transport = new Transport(this.#reel(), { label: t("matrix.steps"), cuts: false });
    this.said = h("p", { class: "sentence", role: "status" });
    this.legend = h("p", { class: "hint" });
    this.weakly = h("input", { type: "checkbox", onchange: () => this.#setWeak(this.weakly.checked) });
    this.weakBox = h("label", { class: "check" }, this.weakly, h("span", {}, t("matrix.weakly")));
    this.elimination = h("div", { class: "elimination" }, this.said, this.transport.element, this.weakBox);
    root.append(this.#controls(), h("div", { class: "stage" }, this.table.element, this.legend, this.elimination), this.results.element);
  }

  #controls() {
    const example = (name) => this.#useExample(EXAMPLES.find((example) => example.name === name));
    this.pick = select([...EXAMPLES.map(({ name, title }) => [name, title]), [OWN, t("matrix.own")]], OWN, (name) => name !== OWN && example(name));
    this.kind = select(KINDS, "bimatrix", (kind) => this.#reshaped(ofKind(this.#game, kind, this.#answer)));
    this.alpha = h("input", { type: "text", value: HALF, spellcheck: "false", "data-field": "alpha", onchange: () => this.#ask(bodyOf(this.#game)) });
    this.alphaField = field(t("matrix.alpha"), this.alpha, { hidden: true });
    this.players = [t("matrix.row.field"), t("matrix.column.field")].map((label, place) => {
      const input = h("input", { type: "text", spellcheck: "false", onchange: () => this.#rename(place, input.value) });
      return { input, element: field(label, input) };
    });
    this.text = h("textarea", { rows: 4, spellcheck: "false", autocapitalize: "off" });
    this.text.addEventListener("keydown", (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.#read(this.text.value));
    this.format = select(FORMATS, "", () => {});
    this.textWrong = h("p", { class: "wrong", id: "matrix-text-wrong", role: "alert" });
    const file = h("input", { type: "file", accept: ".nfg,.csv,.txt,.tsv", onchange: async () => {
      const [chosen] = file.files;
      if (chosen) await this.#read(await chosen.text());
      file.value = "";
    } });
    const use = button(t("matrix.use"), () => this.#read(this.text.value), { class: "primary", title: t("source.keys") });
    const panel = (title, ...content) => h("details", { class: "panel", open: true }, h("summary", {}, title), h("div", { class: "fields" }, content));
    return h("aside", { class: "controls", "aria-label": t("view.matrix") },
      panel(t("view.matrix"), field(t("matrix.example"), this.pick), field(t("matrix.kind"), this.kind), this.alphaField, ...this.players.map(({ element }) => element)),
      panel(t("source.text"), field(t("matrix.text"), this.text, { class: "field tall" }), this.textWrong, field(t("export.format"), this.format), h("div", { class: "row" }, use), field(t("matrix.file"), file, { class: "field file" })));
  }

  async open(fields) {
    if (Object.keys(fields).length === 0 && this.#answer) return this.#note();
    this.alpha.value = fields.alpha ?? HALF;
    [this.#step, this.#weak, this.#chosen] = [fields.step ?? 0, fields.weak === "1", fields.shown ?? 0];
    if (fields.matrix === undefined) return this.#useExample(EXAMPLES[0], { keep: true });
    await this.#ask({ text: fields.matrix, format: "inline", title: fields.title, ...namesOf(fields) }, { adopt: fields.kind ?? "bimatrix", keep: true, isText: true });
    if (this.#game) return undefined;
    // A link that cannot be used still leaves an example to work with, and the error message.
    const message = this.textWrong.textContent;
    this.alpha.value = HALF;
    await this.#useExample(EXAMPLES[0], { keep: true });
    return say(message, "error");
  }

  close() {
    this.transport.pause();
    this.#running?.abort();
  }

  key(event) {
    return this.#game?.kind !== "nature" && this.transport.key(event);
  }

  #useExample(example, how = { push: true }) {
    const { text, title, rows, columns, players } = example;
    return this.#ask({ text, title, rows, columns, players }, { adopt: example.kind ?? "bimatrix", ...how });
  }

  /** Reads pasted or typed text in any format. */
  async #read(text) {
    this.text.value = text;
    await this.#ask({ text, format: this.format.value || undefined }, { adopt: this.#game?.kind ?? "bimatrix", push: true, isText: true });
  }

  #typed(game) {
    this.#game = game;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(bodyOf(this.#game)), PAUSE);
  }

  #reshaped(game) {
    this.#game = game;
    this.table.show(game);
    this.#showKind();
    void this.#ask(bodyOf(game));
  }

  #rename(place, name) {
    this.#game.players[place] = name;
    this.table.show(this.#game);
    void this.#ask(bodyOf(this.#game));
  }

  /** Sends a matrix to the server. With `adopt`, a kind, the form shows what the server read; else the form stays as typed. */
  async #ask(body, { adopt = null, push = false, keep = false, isText = false } = {}) {
    clearTimeout(this.#timer);
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    let answer = null;
    try {
      answer = await post("/api/matrix", { ...body, alpha: this.alpha.value.trim() || HALF, page: this.#page }, running.signal);
    } catch (refused) {
      if (!isAbort(refused)) this.#refused(refused, isText);
      return undefined;
    }
    if (running !== this.#running) return undefined;
    const isNameless = joinNames(answer.players) === DEFAULT_PLAYERS && joinNames(PLAYERS) !== DEFAULT_PLAYERS;
    if (adopt && isNameless) return this.#ask({ ...body, players: PLAYERS }, { adopt, push, keep, isText });
    if (!keep) [this.#step, this.#chosen] = [0, 0];
    this.#answer = answer;
    this.#complain(null);
    if (adopt) {
      this.#game = gameOf(answer, adopt);
      this.table.show(this.#game);
    }
    this.#showKind();
    this.#show();
    if (push) address.push(this.name, this.#fields());
    return undefined;
  }

  #refused(refused, isText) {
    this.results.age(true);
    this.alpha.toggleAttribute("aria-invalid", refused.field === "alpha");
    return isText || !this.#game ? this.#complain(refused) : this.table.complain(refused);
  }

  #complain(refused) {
    this.results.age(Boolean(refused));
    this.textWrong.textContent = refused?.message ?? "";
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", this.textWrong.id]]) {
      if (refused) this.text.setAttribute(name, value);
      else this.text.removeAttribute(name);
    }
    if (refused) return this.text.focus();
    this.alpha.removeAttribute("aria-invalid");
    return this.table.complain(null);
  }

  #showKind() {
    const { kind, players } = this.#game;
    this.kind.value = kind;
    this.alphaField.hidden = kind !== "nature";
    this.elimination.hidden = kind === "nature";
    for (const [place, { input }] of this.players.entries()) input.value = players[place];
    const [row, column] = players;
    this.legend.textContent = t(`matrix.legend.${kind}`, { row, column });
  }

  #show() {
    const answer = this.#answer;
    const { weak_order: order, equilibria } = answer;
    if (order.steps.length === 0) this.#weak = false;
    this.#step = Math.min(this.#step, this.#steps().length);
    this.#chosen = this.#chosen <= equilibria.list.length ? this.#chosen : 0;
    this.weakly.checked = this.#weak;
    this.weakBox.hidden = order.steps.length === 0;
    this.text.value = answer.text;
    const found = EXAMPLES.find(({ title, rows, columns, text }) => title === answer.title && text === answer.text && rows.join() === answer.rows.join() && columns.join() === answer.columns.join());
    this.pick.value = found?.name ?? OWN;
    this.#reload();
    this.results.tell(answer, this.#game.kind, this.#chosen);
    this.#showStep();
  }

  #steps() {
    const { strict, weak_order: order } = this.#answer;
    return this.#weak ? [...strict.steps, ...order.steps] : strict.steps;
  }

  #showStep() {
    const steps = this.#steps();
    const done = steps.slice(0, this.#step);
    const axisOf = ({ player }) => (player === "row" ? "rows" : "columns");
    const places = (axis) => new Set(done.filter((step) => axisOf(step) === axis).map(({ strategy }) => strategy));
    const last = done.at(-1);
    const gone = {
      rows: places("rows"), columns: places("columns"),
      now: last ? { axis: axisOf(last), place: last.strategy } : null,
      by: new Set(last?.by.map(({ strategy }) => strategy)),
    };
    const isGame = this.#game.kind !== "nature";
    const nothing = { rows: new Set(), columns: new Set(), now: null, by: new Set() };
    this.table.mark(this.#answer, isGame ? gone : nothing, isGame ? this.#answer.equilibria.list[this.#chosen - 1] : null);
    this.said.replaceChildren(...this.#sentence(steps, last));
    this.transport.update();
    this.#note();
  }

  #sentence(steps, last) {
    const { sentences, strict } = this.#answer;
    if (!last) return [steps.length ? t("matrix.stepwise", { text: translated(sentences.dominance, "matrix").replace(/:$/, ""), count: steps.length }) : translated(sentences.dominance, "matrix")];
    const number = h("span", { class: "number" }, t("step.of", { number: this.#step, all: steps.length }));
    const kind = h("span", { class: "kind", "data-kind": last.strength === "strict" ? "update" : "cut" }, t(`matrix.${last.strength}`));
    const left = this.#step > strict.steps.length ? sentences.left_weakly : sentences.left;
    const isEnd = this.#step === steps.length || this.#step === strict.steps.length;
    const order = last.strength === "weak" ? t("matrix.order") : "";
    return [number, kind, `${translated(last.sentence, "matrix")}.`, isEnd ? `${t("matrix.left", { left: translated(left, "matrix") })}${order}` : ""];
  }

  #setWeak(weak) {
    this.#weak = weak;
    this.#step = Math.min(this.#step, this.#steps().length);
    this.#reload();
    this.#showStep();
  }

  #reload() {
    this.transport.element.hidden = this.#steps().length === 0;
    this.transport.reload();
  }

  #choose(number) {
    this.#chosen = this.#chosen === number ? 0 : number;
    this.results.tell(this.#answer, this.#game.kind, this.#chosen);
    this.results.element.querySelectorAll(".equilibria button")[number - 1]?.focus();
    this.#showStep();
  }

  /** The steps that the stepping bar moves through. */
  #reel() {
    const lab = this;
    return {
      cuts: [],
      get steps() {
        return lab.#answer ? lab.#steps().length : 0;
      },
      get wanted() {
        return lab.#step;
      },
      go(step) {
        const next = Math.max(0, Math.min(this.steps, step));
        if (!lab.#answer || next === lab.#step) return;
        lab.#step = next;
        lab.#showStep();
      },
    };
  }

  #note() {
    address.note(this.name, this.#fields());
  }

  #fields() {
    const { text, rows, columns, players, title } = this.#answer;
    const { kind } = this.#game;
    const alpha = this.alpha.value.trim();
    return {
      matrix: text, kind: kind === "bimatrix" ? undefined : kind, title,
      rows: joinNames(rows), columns: joinNames(columns), players: joinNames(players) === joinNames(PLAYERS) ? undefined : joinNames(players),
      alpha: kind === "nature" && alpha !== HALF ? alpha : undefined, weak: this.#weak ? "1" : undefined,
      step: this.#step || undefined, shown: this.#chosen || undefined,
    };
  }
}

/** The names of a link, if it has any. */
function namesOf({ rows, columns, players }) {
  const split = (text) => (text === undefined ? undefined : splitNames(text));
  const both = split(players);
  return { rows: split(rows), columns: split(columns), players: both?.length === 2 ? both : undefined };
}
