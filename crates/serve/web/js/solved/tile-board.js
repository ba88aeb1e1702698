// The board of a solved game: a grid of buttons with tiles, hands above and below, moves coloured by what they lead to.

import { button, h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { ownArrows, ownKey } from '../core/keys.js';
import { shortValue, tone } from './values.js';
import { tile, tileName } from './tiles.js';

/**
 * `frame` says what is shown: `rows`, `columns` (of the grid drawn), `top`, `left` (of the first cell, in the position's own
 * coordinates), `cell(row, column)` (letter or null), `inside(row, column)`, `hands` (two of `{side, title, letters, mine}`, the
 * upper one first), `walls`. `moves` have `kind`, `piece`, `from`, `to`, `value`. `onMove(move)` plays one.
 */
export class TileBoard {
  selected = null;
  focus = [0, 0];

  constructor(game, onMove) {
    this.game = game;
    this.onMove = onMove;
    this.hideValues = false;
    this.upper = h('div', { class: 'tile-hand', role: 'group' });
    this.lower = h('div', { class: 'tile-hand', role: 'group' });
    this.grid = h('div', { class: `tile-grid ${game}`, role: 'grid', onkeydown: (event) => this.#key(event) });
    ownArrows(this.grid);
    this.extra = h('div', { class: 'tile-extra' });
    this.element = h('div', { class: `tile-board ${game}` }, this.upper, this.grid, this.lower, this.extra);
  }

  show(frame, moves) {
    this.frame = frame;
    this.moves = moves;
    this.selected = null;
    this.draw();
  }

  select(selection) {
    const same = this.selected && selection && this.selected.piece === selection.piece && String(this.selected.from) === String(selection.from);
    this.selected = same ? null : selection;
    this.draw();
  }

  /** The moves of what is selected. */
  candidates() {
    const { selected } = this;
    if (!selected) return [];
    return this.moves.filter((mv) => (selected.from ? mv.from && String(mv.from) === String(selected.from) : !mv.from && mv.piece === selected.piece && mv.kind !== 'remove'));
  }

  draw() {
    const { frame } = this;
    const { rows, columns, walls } = frame;
    const focused = this.grid.contains(document.activeElement);
    this.grid.style.setProperty('--columns', columns);
    this.grid.style.setProperty('--rows', rows);
    this.grid.className = `tile-grid ${this.game}${walls?.left_right ? ' wall-x' : ''}${walls?.top_bottom ? ' wall-y' : ''}`;
    this.grid.setAttribute('aria-label', t('boardLabel'));
    const targets = new Map(this.candidates().filter((mv) => mv.to).map((mv) => [String(mv.to), mv]));
    this.focus = [Math.min(this.focus[0], rows - 1), Math.min(this.focus[1], columns - 1)];
    this.cells = [];
    const lines = [];
    for (let i = 0; i < rows; i += 1) {
      const line = h('div', { role: 'row', class: 'tile-row' });
      for (let j = 0; j < columns; j += 1) line.append(this.#cell(i, j, targets));
      lines.push(line);
    }
    replace(this.grid, lines);
    this.#hand(this.upper, frame.hands[0]);
    this.#hand(this.lower, frame.hands[1]);
    const removal = this.candidates().find((mv) => mv.kind === 'remove');
    replace(this.extra, removal ? button(`${t('kindRemove')}: ${tileName(this.game, removal.piece)}`, () => this.onMove(removal), { class: `tool ${this.#tone(removal)}` },
      [`${t('kindRemove')} `, this.hideValues || !removal.value ? '' : h('b', {}, shortValue(removal.value))]) : null);
    if (focused) this.cells[this.focus[0] * columns + this.focus[1]].focus();
  }

  #tone(mv) {
    return this.hideValues ? 'value-hidden' : tone(mv.value);
  }

  #cell(i, j, targets) {
    const { frame } = this;
    const [row, column] = [i + frame.top, j + frame.left];
    const at = String([row, column]);
    const letter = frame.cell(row, column);
    const inside = frame.inside(row, column);
    const target = targets.get(at);
    const own = letter && this.moves.some((mv) => mv.from && String(mv.from) === at);
    const words = [t('cell', { row: i + 1, column: j + 1 }), letter ? `${frame.sideName(letter)} ${tileName(this.game, letter)}` : t('emptySquare')];
    if (target) words.push(this.hideValues || !target.value ? t('targetMark') : shortValue(target.value));
    const chosen = this.selected?.from && String(this.selected.from) === at;
    if (chosen) words.push(t('selectedMark'));
    const mark = frame.lastMove && String(frame.lastMove) === at;
    const cell = h('button', {
      type: 'button', role: 'gridcell', data: { at }, tabindex: i === this.focus[0] && j === this.focus[1] ? 0 : -1, 'aria-label': words.join(', '),
      class: ['tile-cell', inside ? 'inside' : 'outside', target ? `target ${this.#tone(target)}` : '', chosen ? 'chosen' : '', own ? 'own' : '', mark ? 'last' : ''].join(' '),
      onclick: () => this.#press([row, column], target, own),
      onfocus: () => { this.focus = [i, j]; },
    }, letter ? tile(this.game, letter) : null,
    target ? h('span', { class: 'target-value' }, this.hideValues || !target.value ? '' : shortValue(target.value)) : null);
    this.cells.push(cell);
    return cell;
  }

  #press(at, target, own) {
    const { focus } = this;
    if (target) {
      this.onMove(target);
    } else if (own) {
      this.select({ from: at, piece: this.frame.cell(...at) });
    } else {
      this.select(null);
    }
    this.focus = focus;
  }

  #hand(element, { title, letters, side, mine, toMove }) {
    element.setAttribute('aria-label', t('hand', { side: title }));
    const counts = new Map();
    for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    replace(element, h('span', { class: `hand-title ${side}${toMove ? ' to-move' : ''}` }, title),
      [...counts].map(([letter, count]) => {
        const moves = this.moves.filter((mv) => mine && !mv.from && mv.piece === letter);
        return h('button', {
          type: 'button', class: 'hand-tile', disabled: !moves.length, data: { letter },
          'aria-pressed': String(Boolean(this.selected && !this.selected.from && this.selected.piece === letter)),
          'aria-label': t('heldLabel', { side: title, piece: tileName(this.game, letter), n: count }),
          onclick: () => this.select({ from: null, piece: letter }),
        }, tile(this.game, letter), count > 1 ? h('span', { class: 'count' }, count) : null);
      }), letters.length ? null : h('span', { class: 'quiet' }, t('handEmpty')));
  }

  #key(event) {
    if (!ownKey(this.grid, event)) return;
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const { rows, columns } = this.frame;
    if (step) {
      const [i, j] = [Math.min(rows - 1, Math.max(0, this.focus[0] + step[0])), Math.min(columns - 1, Math.max(0, this.focus[1] + step[1]))];
      for (const cell of this.cells) cell.tabIndex = -1;
      const cell = this.cells[i * columns + j];
      cell.tabIndex = 0;
      cell.focus();
    } else if (event.key === 'Escape' && this.selected) {
      this.select(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
