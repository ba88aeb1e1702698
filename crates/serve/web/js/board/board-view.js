// The board that one plays on: the drawing, and over it 81 buttons that keyboard, mouse and screen reader use.

import { h, replace, s } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { ownArrows, ownKey } from '../core/keys.js';
import { drawArrow, drawGround, drawMark, drawPieces, drawTarget, HEIGHT, shown, WIDTH } from './drawing.js';
import { Drag } from './drag.js';
import { colorName, pieceName } from './pieces.js';
import { squareAt, squareName } from './squares.js';

/**
 * A board. `onMove(usi)` is called for a legal move; `choosePromotion(kind, color, square)` gives a promise of true, false or
 * null. With `onSquare` set, clicks go there instead (the editor).
 */
export class BoardView {
  state = null;
  flipped = false;
  arrows = [];
  selected = null;
  movable = true;
  focus = { row: 4, column: 4 };

  constructor({ onMove, choosePromotion, onSelect, onSquare, onKey }) {
    Object.assign(this, { onMove, choosePromotion, onSelect, onSquare, onKey });
    this.ground = s('g', {});
    this.marks = s('g', {});
    this.pieces = s('g', { class: 'pieces' });
    this.above = s('g', {});
    this.svg = s('svg', { class: 'board-svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
      this.ground, this.marks, this.pieces, this.above);
    this.grid = h('div', {
      class: 'board-grid', role: 'grid', onkeydown: (event) => this.#key(event),
    });
    ownArrows(this.grid);
    this.cells = [];
    for (let row = 0; row < 9; row += 1) {
      const line = h('div', { role: 'row', class: 'board-row' });
      for (let column = 0; column < 9; column += 1) {
        const cell = h('button', { type: 'button', role: 'gridcell', tabindex: -1, data: { row, column } });
        cell.addEventListener('click', () => this.#press(this.#square(row, column)));
        cell.addEventListener('focus', () => this.#focused(row, column));
        this.cells.push(cell);
        line.append(cell);
      }
      this.grid.append(line);
    }
    this.element = h('div', { class: 'board' }, this.svg, this.grid);
    this.drag = new Drag(this);
  }

  #square(row, column) {
    const at = shown(row, column, this.flipped);
    return squareAt(at.row, at.column);
  }

  pieceOn(square) {
    const { row, column } = { row: 'abcdefghi'.indexOf(square[1]), column: 9 - Number(square[0]) };
    return this.state?.board[row][column] ?? null;
  }

  /** Shows a position as the server described it. */
  show(state, { flipped = this.flipped, movable = true } = {}) {
    this.state = state;
    this.flipped = flipped;
    this.movable = movable;
    this.selected = null;
    this.draw();
  }

  setArrows(arrows) {
    this.arrows = arrows;
    this.#drawAbove();
  }

  draw() {
    const { state, flipped } = this;
    replace(this.ground, drawGround(flipped));
    replace(this.pieces, state ? drawPieces(state.board, flipped) : null);
    this.#drawMarks();
    this.#drawAbove();
    this.#label();
  }

  #drawMarks() {
    const { state, flipped, selected } = this;
    const marks = [];
    if (state?.last_move) {
      marks.push(drawMark(state.last_move.to, flipped, 'mark-last'));
      if (state.last_move.from) marks.push(drawMark(state.last_move.from, flipped, 'mark-from'));
    }
    if (state?.in_check) {
      const king = this.find('K', state.side_to_move);
      if (king) marks.push(drawMark(king, flipped, 'mark-check'));
    }
    if (selected?.from) marks.push(drawMark(selected.from, flipped, 'mark-selected'));
    replace(this.marks, marks);
  }

  #drawAbove() {
    const color = this.state?.side_to_move;
    const arrows = this.arrows.map((arrow, rank) => drawArrow({ color, ...arrow }, this.flipped, rank)).reverse();
    const targets = this.selected
      ? this.targets().map((square) => drawTarget(square, this.flipped, Boolean(this.pieceOn(square)))) : [];
    replace(this.above, this.selected ? [] : arrows, targets);
  }

  find(kind, color) {
    for (let row = 0; row < 9; row += 1) {
      for (let column = 0; column < 9; column += 1) {
        const piece = this.state.board[row][column];
        if (piece?.kind === kind && piece.color === color) return squareAt(row, column);
      }
    }
    return null;
  }

  #label() {
    this.grid.setAttribute('aria-label', t('boardLabel'));
    const targets = new Set(this.selected ? this.targets() : []);
    for (const cell of this.cells) {
      const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
      const square = this.#square(row, column);
      const piece = this.pieceOn(square);
      const words = [squareName(square), piece ? `${colorName(piece.color)} ${pieceName(piece.kind)}` : t('emptySquare')];
      if (this.state?.last_move?.to === square) words.push(t('lastMoveMark'));
      if (this.selected?.from === square) words.push(t('selectedMark'));
      if (targets.has(square)) words.push(t('targetMark'));
      cell.setAttribute('aria-label', words.join(', '));
      cell.dataset.square = square;
      // Only there does a finger drag a piece; elsewhere it scrolls the page.
      cell.classList.toggle('liftable', Boolean(this.canLift(square)));
      cell.tabIndex = row === this.focus.row && column === this.focus.column ? 0 : -1;
    }
  }

  /** The squares to which what is selected can go. */
  targets() {
    return [...new Set(this.candidates().map((mv) => mv.to))];
  }

  candidates() {
    const { selected, state } = this;
    if (!selected || !state) return [];
    return state.legal_moves.filter((mv) => (selected.drop ? mv.drop === selected.drop : mv.from === selected.from));
  }

  /** Selects a square, a piece in hand, or nothing. */
  select(selection) {
    this.selected = selection;
    this.#drawMarks();
    this.#drawAbove();
    this.#label();
    this.onSelect?.(selection);
  }

  canLift(square) {
    return this.movable && !this.onSquare && this.state?.legal_moves.some((mv) => mv.from === square);
  }

  #press(square) {
    if (this.drag.justDropped()) return;
    if (this.onSquare) return void this.onSquare(square);
    if (!this.movable || !this.state) return;
    if (this.selected && this.targets().includes(square)) return void this.complete(square);
    this.select(this.canLift(square) && this.selected?.from !== square ? { from: square } : null);
  }

  /** Plays what is selected to a square, asking about promotion where there is a choice. */
  async complete(square) {
    const moves = this.candidates().filter((mv) => mv.to === square);
    const [plain, promoting] = [moves.find((mv) => !mv.promote), moves.find((mv) => mv.promote)];
    let chosen = plain ?? promoting;
    if (plain && promoting) {
      const { kind, color } = this.pieceOn(plain.from);
      const promote = await this.choosePromotion(kind, color, square);
      if (promote === null) return void this.select(null);
      chosen = promote ? promoting : plain;
    }
    this.select(null);
    if (chosen) this.onMove(chosen.usi);
  }

  #focused(row, column) {
    this.focus = { row, column };
    for (const cell of this.cells) {
      cell.tabIndex = Number(cell.dataset.row) === row && Number(cell.dataset.column) === column ? 0 : -1;
    }
  }

  cellOf(square) {
    return this.cells.find((cell) => cell.dataset.square === square);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !ownKey(this.grid, event)) return;
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const { row, column } = this.focus;
    const step = steps[event.key];
    if (step) {
      const cell = this.cells[Math.min(8, Math.max(0, row + step[0])) * 9 + Math.min(8, Math.max(0, column + step[1]))];
      cell.focus();
    } else if (event.key === 'Home' || event.key === 'End') {
      this.cells[row * 9 + (event.key === 'Home' ? 0 : 8)].focus();
    } else if (event.key === 'Escape' && this.selected) {
      this.select(null);
    } else if (!this.onKey?.(event, this.#square(row, column))) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
