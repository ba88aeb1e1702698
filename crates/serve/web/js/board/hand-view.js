// A side's seat at the board: its name, its clock where there is one, and the pieces in hand.

import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { colorName, HELD, pieceIcon, pieceName } from './pieces.js';

export class HandView {
  constructor(color, board, { onPiece } = {}) {
    this.color = color;
    this.board = board;
    this.onPiece = onPiece;
    this.name = h('div', { class: 'seat-name' });
    this.clock = h('div', { class: 'seat-clock', role: 'timer' });
    this.list = h('div', { class: 'seat-hand', role: 'group' });
    this.element = h('section', { class: 'seat' }, this.name, this.clock, this.list);
  }

  /** `all` shows kinds of which there is none as well, for the editor. */
  show(state, { flipped = false, title = '', all = false } = {}) {
    const { color, board } = this;
    const hand = state?.hands[color] ?? {};
    const top = (color === 'white') !== flipped;
    this.element.classList.toggle('top', top);
    this.element.classList.toggle('bottom', !top);
    this.element.classList.toggle('to-move', state?.side_to_move === color);
    this.list.setAttribute('aria-label', t('handLabel', { side: colorName(color) }));
    this.element.setAttribute('aria-label', colorName(color));
    replace(this.name, h('span', { class: 'seat-mark', 'aria-hidden': 'true' }, color === 'black' ? '☗' : '☖'),
      h('span', { class: 'seat-title', title: title || colorName(color) }, title || colorName(color)));
    const kinds = HELD.filter((kind) => all || hand[kind]);
    replace(this.list, kinds.map((kind) => this.#piece(kind, hand[kind] ?? 0, top)),
      kinds.length ? null : h('span', { class: 'seat-empty' }, t('handEmpty')));
    this.mark();
    this.board.drag.justDropped();
  }

  #piece(kind, count, top) {
    const { board, color } = this;
    const droppable = () => board.movable && !board.onSquare
      && board.state?.side_to_move === color && board.state.legal_moves.some((mv) => mv.drop === kind);
    return h('button', {
      type: 'button', class: 'held', data: { kind }, 'aria-pressed': 'false',
      'aria-label': t('heldLabel', { side: colorName(color), piece: pieceName(kind), n: count }),
      onclick: () => {
        if (board.drag.justDropped()) return;
        if (this.onPiece?.(kind)) return;
        if (droppable()) board.select(board.selected?.drop === kind ? null : { drop: kind });
      },
      onpointerdown: (event) => {
        if (event.button === 0 && droppable()) board.drag.start(event, { drop: kind }, { kind, color });
      },
    }, pieceIcon(kind, color, top), h('span', { class: count === 1 ? 'count one' : 'count' }, String(count)));
  }

  /** Shows which piece is selected. */
  mark() {
    const mine = this.board.state?.side_to_move === this.color ? this.board.selected?.drop : null;
    for (const piece of this.list.querySelectorAll('.held')) {
      piece.setAttribute('aria-pressed', String(piece.dataset.kind === mine));
    }
  }
}
