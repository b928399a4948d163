// A clock for both sides: it runs for whoever is to move, and a side whose time is over has lost.

import { h, select } from "./dom.js";
import { t } from "./text.js";

const MINUTES = [["0", "game.clock.none"], ["1", "game.clock.1"], ["5", "game.clock.5"], ["15", "game.clock.15"]];
const SIDES = ["first", "second"];

export class Clock {
  #left = null;
  #runs = null;
  #since = 0;
  #timer = null;

  /** `fallen(side)` is called once when a side's time is over. */
  constructor(fallen) {
    this.fallen = fallen;
    this.choice = select(MINUTES.map(([minutes, key]) => [minutes, t(key)]), "0", () => this.reset());
    this.times = SIDES.map(() => h("span", { class: "time" }));
    this.element = h("p", { class: "clocks", hidden: true }, this.times);
  }

  get isFallen() {
    return this.#left?.some((left) => left <= 0) ?? false;
  }

  /** Another game: both sides have all their time again. */
  reset() {
    clearInterval(this.#timer);
    this.#runs = null;
    const minutes = Number(this.choice.value);
    this.#left = minutes ? SIDES.map(() => minutes * 60_000) : null;
    this.element.hidden = !this.#left;
    this.#show();
  }

  /** Whose time runs: a side, or nobody's. */
  run(side, names) {
    if (names) this.names = names;
    if (!this.#left || this.isFallen) return this.#show();
    this.#spend();
    this.#runs = SIDES.includes(side) ? SIDES.indexOf(side) : null;
    this.#since = performance.now();
    clearInterval(this.#timer);
    if (this.#runs !== null) this.#timer = setInterval(() => this.#tick(), 200);
    return this.#show();
  }

  stop() {
    this.run(null);
    clearInterval(this.#timer);
  }

  #spend() {
    if (this.#runs === null) return;
    const now = performance.now();
    this.#left[this.#runs] = Math.max(0, this.#left[this.#runs] - (now - this.#since));
    this.#since = now;
  }

  #tick() {
    this.#spend();
    this.#show();
    if (!this.isFallen) return;
    clearInterval(this.#timer);
    const side = SIDES[this.#runs];
    this.#runs = null;
    this.fallen(side);
  }

  #show() {
    this.times.forEach((element, index) => {
      const seconds = Math.ceil((this.#left?.[index] ?? 0) / 1000);
      element.textContent = `${this.names?.[index] ?? ""} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      element.classList.toggle("runs", this.#runs === index);
    });
  }
}
