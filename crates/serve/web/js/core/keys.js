// Keyboard shortcuts of the page that is shown. They rest while a text is being written or a dialog is open.

const active = new Map();

/** Sets the shortcuts: key names as in `KeyboardEvent.key`, lower case for letters. Gives back what removes them. */
export function shortcuts(map) {
  for (const [key, action] of Object.entries(map)) active.set(key, action);
  return () => {
    for (const [key, action] of Object.entries(map)) if (active.get(key) === action) active.delete(key);
  };
}

/**
 * Lets a grid have the arrow keys while the keyboard moves in it. After a click they stay with the page: who plays with the
 * mouse steps through the game with them.
 */
export function ownArrows(grid) {
  grid.addEventListener('focusin', (event) => { grid.toggleAttribute('data-arrows', event.target.matches(':focus-visible')); });
  grid.addEventListener('pointerdown', () => grid.removeAttribute('data-arrows'));
}

/** Whether a key event is an affair of the grid. */
export const ownKey = (grid, event) => grid.hasAttribute('data-arrows') || !ARROWS.has(event.key) || event.key === 'Escape';

const ARROWS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Escape', 'Delete']);

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (document.querySelector('dialog[open]')) return;
  const { target } = event;
  if (target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]')) return;
  // What moves inside a grid, a list of tabs or a slider is the affair of that.
  if (ARROWS.has(event.key) && target.closest('[data-arrows]')) return;
  const action = active.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!action) return;
  event.preventDefault();
  action(event);
});
