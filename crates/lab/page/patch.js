// Makes one drawing into another by touching what differs: a step changes a few nodes of a thousand.

/** Changes `old` into `next`; false if they are too different for that, and then nothing was changed at the top. */
export function patch(old, next) {
  if (old.nodeName !== next.nodeName) return false;
  attributes(old, next);
  children(old, next);
  return true;
}

function attributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function children(old, next) {
  const wanted = [...next.childNodes];
  let here = old.firstChild;
  for (const child of wanted) {
    if (here === null) {
      old.append(child);
      continue;
    }
    const after = here.nextSibling;
    if (!here.isEqualNode(child) && !sameElement(here, child)) old.replaceChild(child, here);
    here = after;
  }
  while (here !== null) {
    const after = here.nextSibling;
    here.remove();
    here = after;
  }
}

function sameElement(old, next) {
  if (old.nodeType !== 1 || next.nodeType !== 1 || old.id !== next.id) return false;
  return patch(old, next);
}
