// Sentences that the program writes, in the reader's language. They are made of few phrases; a catalogue has those of each
// language but English.

import { phrases } from "./text.js";

/** A sentence of the program, phrase by phrase. */
export const told = (sentence) => phrases().reduce((text, [english, other]) => text.replace(english, other), String(sentence ?? ""));

/** The name of a side: a colour, a direction, or a letter, which stays. */
export const sideName = (name) => told(name);
