// What the browser keeps between visits. Storage may be forbidden or full; things then last as long as the page.

/** What could not be stored. What could is asked for anew each time: another tab may have changed it. */
const held = new Map();

/** The text kept under a name, or null. */
export function stored(name) {
  if (held.has(name)) return held.get(name);
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. */
export function store(name, text) {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    held.delete(name);
  } catch {
    held.set(name, text);
  }
}

/** The same for as long as the tab is open, across reloads and Back. */
export function storedForTab(name) {
  if (held.has(name)) return held.get(name);
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

export function storeForTab(name, text) {
  try {
    sessionStorage.setItem(name, text);
    held.delete(name);
  } catch {
    held.set(name, text);
  }
}
