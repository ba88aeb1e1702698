// Setting up a position: a palette, clicks on squares and hands, letters on the keyboard, and the SFEN as text.

import { button, h, replace, segmented } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { fail, showError } from '../core/notices.js';
import { positionOf } from '../core/positions.js';
import { colorName, HELD, pieceIcon, pieceName, PROMOTES } from './pieces.js';
import { EMPTY, MATE, readSfen, START, writeSfen } from './sfen.js';
import { place } from './squares.js';

const PALETTE = ['K', ...HELD];

/** Edits on `view` and `hands` until `finish(sfen or null)`. */
export class Editor {
  constructor({ view, hands, sfen, flipped, finish }) {
    Object.assign(this, { view, hands, flipped, finish });
    this.set = readSfen(sfen);
    this.brush = null;
    this.palette = h('div', { class: 'palette' });
    this.problem = h('div', {});
    this.field = h('input', { type: 'text', class: 'code', spellcheck: 'false', 'aria-label': 'SFEN', onchange: () => this.#fromField() });
    this.side = h('div', {});
    const preset = (label, text) => button(label, () => { this.set = readSfen(text); this.draw(); });
    this.element = h('section', { class: 'panel editor', 'aria-label': t('editTitle') },
      h('div', { class: 'panel-head' }, h('h2', {}, t('editTitle')),
        button(t('cancel'), () => this.#end(null)), button(t('editDone'), () => this.#finish(), { class: 'primary', id: 'edit-done' })),
      h('p', { class: 'quiet' }, t('editHint')),
      this.palette,
      h('div', { class: 'row' }, this.side, preset(t('editStart'), START), preset(t('editEmpty'), EMPTY), preset(t('editMate'), MATE)),
      this.field, this.problem);
    view.onSquare = (square) => this.#put(square);
    view.onKey = (event, square) => this.#key(event, square);
    this.#drawPalette();
    this.draw();
  }

  #drawPalette() {
    const brush = (kind, color) => h('button', {
      type: 'button', class: 'held', 'aria-pressed': String(this.brush?.kind === kind && this.brush.color === color),
      'aria-label': `${colorName(color)} ${pieceName(kind)}`,
      onclick: () => { this.brush = this.brush?.kind === kind && this.brush.color === color ? null : { kind, color }; this.#drawPalette(); },
    }, pieceIcon(kind, color, color === 'white'));
    const row = (color, promoted) => h('div', { class: 'palette-row' },
      PALETTE.filter((kind) => !promoted || PROMOTES.has(kind)).map((kind) => brush(promoted ? `+${kind}` : kind, color)));
    replace(this.palette, row('black', false), row('black', true), row('white', false), row('white', true));
  }

  draw() {
    const shown = { ...this.set, legal_moves: [], last_move: null, in_check: false };
    this.view.show(shown, { flipped: this.flipped });
    for (const hand of this.hands) {
      hand.onPiece = (kind) => this.#hand(hand.color, kind);
      hand.show(shown, { flipped: this.flipped, all: true });
    }
    replace(this.side, segmented(t('sideToMove'), ['black', 'white'].map((c) => [c, t('toMove', { side: colorName(c) })]),
      this.set.side_to_move, (c) => { this.set.side_to_move = c; this.draw(); }));
    this.field.value = writeSfen(this.set);
  }

  /** With a brush: puts, or takes away what is just that. Without: the next state of the piece. */
  #put(square) {
    const { row, column } = place(square);
    const there = this.set.board[row][column];
    const { brush } = this;
    if (brush) {
      const same = there?.kind === brush.kind && there.color === brush.color;
      this.set.board[row][column] = same ? null : { ...brush };
    } else if (there) {
      this.set.board[row][column] = Editor.next(there);
    }
    this.draw();
    this.view.cellOf(square)?.focus({ preventScroll: true });
  }

  /** Plain, promoted, the other side's, promoted, nothing. */
  static next({ kind, color }) {
    if (!kind.startsWith('+') && PROMOTES.has(kind)) return { kind: `+${kind}`, color };
    return color === 'black' ? { kind: kind.replace('+', ''), color: 'white' } : null;
  }

  /** A click on a piece in hand: one more, and after all of its kind none. */
  #hand(color, kind) {
    const most = { P: 18, L: 4, N: 4, S: 4, G: 4, B: 2, R: 2 }[kind];
    const count = this.set.hands[color][kind] ?? 0;
    this.set.hands[color][kind] = count >= most ? 0 : count + 1;
    this.draw();
    return true;
  }

  #key(event, square) {
    const { row, column } = place(square);
    const there = this.set.board[row][column];
    const kind = event.key.toUpperCase();
    if (event.key === 'Delete' || event.key === 'Backspace') this.set.board[row][column] = null;
    else if (event.key === '+' && there && PROMOTES.has(there.kind.replace('+', ''))) {
      there.kind = there.kind.startsWith('+') ? there.kind[1] : `+${there.kind}`;
    } else if (event.key.length === 1 && PALETTE.includes(kind)) {
      this.set.board[row][column] = { kind, color: event.shiftKey ? 'white' : 'black' };
    } else return false;
    this.draw();
    return true;
  }

  async #fromField() {
    showError(this.problem, null);
    try {
      const text = this.field.value.trim();
      const state = await positionOf(text.startsWith('startpos') || text.startsWith('sfen') ? text : `sfen ${text}`);
      this.set = readSfen(state.sfen);
      this.draw();
    } catch (error) {
      showError(this.problem, error);
    }
  }

  async #finish() {
    showError(this.problem, null);
    const sfen = writeSfen(this.set);
    try {
      await positionOf(`sfen ${sfen}`);
      this.#end(sfen);
    } catch (error) {
      if (error.code === undefined) fail(error);
      else showError(this.problem, error);
    }
  }

  #end(sfen) {
    this.view.onSquare = null;
    this.view.onKey = null;
    for (const hand of this.hands) hand.onPiece = null;
    this.element.remove();
    this.finish(sfen);
  }
}
