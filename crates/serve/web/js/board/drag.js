// Moving a piece by dragging it. A press that hardly moves stays a click.

import { drawPiece } from './pieces.js';
import { h, s } from '../core/dom.js';

const THRESHOLD = 6;

export class Drag {
  #dropped = 0;

  constructor(view) {
    this.view = view;
    view.grid.addEventListener('pointerdown', (event) => {
      const cell = event.target.closest('[data-square]');
      const square = cell?.dataset.square;
      if (event.button === 0 && square && view.canLift(square)) this.start(event, { from: square }, view.pieceOn(square));
    });
  }

  /** Whether a drag has just ended: the click that follows it is none. */
  justDropped() {
    return performance.now() - this.#dropped < 120;
  }

  /** Begins with a piece of the board or, for hands, with one to drop. */
  start(down, selection, piece) {
    const { view } = this;
    let ghost = null;
    const move = (event) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
        view.select(selection);
        const width = view.cells[0].getBoundingClientRect().width;
        ghost = h('div', { class: 'ghost', style: { width: `${width}px` } },
          s('svg', { viewBox: '0 0 100 109' },
            drawPiece(piece.kind, piece.color, { upside: (piece.color === 'white') !== view.flipped })));
        document.body.append(ghost);
      }
      ghost.style.setProperty('transform', `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`);
    };
    const end = (event) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (!ghost) return;
      ghost.remove();
      this.#dropped = performance.now();
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-square]');
      const square = under && view.grid.contains(under) ? under.dataset.square : null;
      if (event.type === 'pointerup' && square && view.targets().includes(square)) view.complete(square);
      else view.select(null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }
}
