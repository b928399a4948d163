// Dragging a piece from cell to cell with a mouse, a pen or a finger. The caller decides what is a move.

/** A press may move this many pixels and still be a press. */
const SLACK = 5;

/**
 * `lifts(at)` says whether the piece of this cell may be picked up; `drops(from, to)` receives where it was put down,
 * `null` for off the board.
 */
export function draggable(grid, { lifts, drops }) {
  let held = null;

  const cellAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-at]");

  grid.addEventListener("pointerdown", (event) => {
    const cell = event.target.closest("[data-at]");
    if (event.button !== 0 || !cell || !lifts(cell.dataset.at)) return;
    held = { at: cell.dataset.at, cell, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
    // A touch captures the element it began on; other pointers release it by themselves.
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
