// Dragging a piece from cell to cell with a mouse, a pen or a finger. What counts as a move, others say.

/** So far a press may slide and still be a press. */
const SLACK = 5;

/**
 * `lifts(at)` says whether a piece of this cell may be taken up; `drops(from, to)` hears where it was put down, `null` for
 * beside the board.
 */
export function draggable(grid, { lifts, drops }) {
  let held = null;

  const cellAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");

  grid.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-at]");
    if (event.button !== 0 || !cell || !lifts(cell.dataset.at)) return;
    held = { at: cell.dataset.at, cell, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
    // A finger holds on to the element it began on; the others let go of it by themselves.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });

  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost && Math.hypot(dx, dy) > SLACK) lift();
    if (held.ghost) held.ghost.style.transform = `translate(${dx}px, ${dy}px)`;
  });

  addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { at, ghost } = held;
    put();
    if (!ghost) return;
    const cell = cellAt(event);
    drops(at, cell && grid.contains(cell) ? cell.dataset.at : null);
  });

  addEventListener("pointercancel", () => put());

  function lift() {
    const piece = held.cell.querySelector(".piece");
    const box = piece.getBoundingClientRect();
    held.ghost = piece.cloneNode(true);
    held.ghost.classList.add("ghost");
    Object.assign(held.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    document.body.append(held.ghost);
    held.cell.classList.add("lifted");
  }

  function put() {
    held?.ghost?.remove();
    held?.cell.classList.remove("lifted");
    held = null;
  }
}
