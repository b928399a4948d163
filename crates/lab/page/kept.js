// What the browser keeps between visits. Storage may be forbidden or full; things then last as long as the page.

const held = new Map();

/** The text kept under a name, or null. */
export function kept(name) {
  if (held.has(name)) return held.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. */
export function keep(name, text) {
  held.set(name, text);
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // See above.
  }
}

/** The same for as long as the tab is open, across reloads and Back. */
export function keptHere(name) {
  if (held.has(name)) return held.get(name);
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keepHere(name, text) {
  held.set(name, text);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // See above.
  }
}
