// Creates and finds elements. Nothing here knows about searches.

/**
 * Makes an element: `h("button", {class: "quiet", onclick: go}, "Go")`. A property that is a function is a listener,
 * `true` a bare attribute; `false`, `null` and `undefined` leave it out.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets or removes one attribute or listener. */
export function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (name === "value") element.value = value;
  else if (value === true) element.setAttribute(name, "");
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

const SVG = "http://www.w3.org/2000/svg";

/** The same for SVG elements. */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(properties)) set(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * Puts elements into their parent in this order, from its child `first` on, moving only those that are out of it.
 */
export function putInOrder(parent, elements, first = parent.firstChild) {
  let place = first;
  for (const element of elements) {
    if (element === place) place = place.nextSibling;
    else parent.insertBefore(element, place);
  }
}

/** Parses SVG text; an empty drawing if there is no text. */
export function parseSvg(text) {
  // A drawing brings its own colours for use outside the page. Here the page's style sheet has them, and the page's content
  // security policy would refuse these.
  const bare = (text || "").replace(/<style>[^]*?<\/style>/g, "");
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  return parsed.nodeName === "svg" ? document.importNode(parsed, true) : s("svg");
}

/** A labelled field: the label wraps the control, so that no id is needed. */
export function field(label, control, properties = {}) {
  return h("label", { class: "field", ...properties }, h("span", {}, label), control);
}

/** A select element with the options `[[value, text], …]`. */
export function select(options, value, onchange, properties = {}) {
  const element = h("select", { onchange: () => onchange(element.value), ...properties });
  element.append(...options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
  element.value = value;
  return element;
}

/** A button with an icon or a word. */
export function button(text, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, text);
}

let numbered = 0;

/** A unique id. */
export const freshId = (stem) => `${stem}-${++numbered}`;

/** Downloads a file. */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const anchor = h("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** 12345 → 12,345. */
export const counted = (number) => Number(number).toLocaleString("en");
