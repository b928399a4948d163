// Sentences that the program writes, in the reader's language. They are made of few phrases; a catalogue has those of each
// language but English.

import { phrases } from "./text.js";

/** A sentence of the program, phrase by phrase: about a `search`, a `matrix`, or a `refusal`. */
export const translated = (sentence, about = "search") => phrases(about).reduce((text, [english, other]) => text.replace(english, other), String(sentence ?? ""));

/** A drawing of the program with its words in the reader's language. */
export function translatedDrawing(svg, about) {
  for (const text of svg.querySelectorAll("text, title, desc")) text.textContent = translated(text.textContent, about);
  for (const element of [svg, ...svg.querySelectorAll("[aria-label]")]) {
    if (element.hasAttribute("aria-label")) element.setAttribute("aria-label", translated(element.getAttribute("aria-label"), about));
  }
  return svg;
}

/** The name of a side: a colour, a direction, or a letter, which stays. */
export const sideName = (name) => translated(name);

/** The name of a cell of a board: a word where a game has one, else as it is. */
export const cellName = (at) => translated(at, "cell");
