// The king-piece table of a run as a heat map on the board: one chooses king and piece.

import { getJson } from '../core/api.js';
import { h, replace, s, segmented, select } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { errorText } from '../core/notices.js';
import { drawPiece, pieceName } from '../board/pieces.js';
import { place, rankLabel, squareAt, squareName } from '../board/squares.js';

const WORDS = { P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook', '+B': 'horse', '+R': 'dragon' };
const chosen = { king: '8h', piece: 'G', owner: 'own' };

/** Blue for what is good for the king's owner, red for what is bad. */
function colour(value, most) {
  const part = Math.min(1, Math.abs(value) / most);
  const strength = Math.round(12 + part * 78);
  return part < 0.02 ? 'transparent' : `color-mix(in srgb, var(${value > 0 ? '--heat-good' : '--heat-bad'}) ${strength}%, transparent)`;
}

export class HeatMap {
  #asked = 0;

  constructor() {
    this.grid = h('div', { class: 'heat', role: 'grid', 'aria-label': t('heatTitle') });
    this.problem = h('div', {});
    this.king = h('span', { class: 'quiet' });
    this.element = h('figure', { class: 'panel chart heat-panel' }, h('figcaption', {}, t('heatTitle')),
      h('p', { class: 'quiet' }, t('heatHint')),
      h('div', { class: 'row' },
        select(t('heatPiece'), Object.keys(WORDS).map((kind) => [kind, pieceName(kind)]), chosen.piece, (kind) => { chosen.piece = kind; this.load(); }),
        segmented(t('heatPiece'), [['own', t('heatOwn')], ['enemy', t('heatEnemy')]], chosen.owner, (owner) => { chosen.owner = owner; this.load(); }),
        this.king),
      this.grid, this.problem);
  }

  async load(run = this.run) {
    this.run = run;
    this.#asked += 1;
    const asked = this.#asked;
    this.king.textContent = `${t('heatKing')} ${squareName(chosen.king)}`;
    try {
      const answer = await getJson(`/runs/${encodeURIComponent(run)}/king-piece?king=${chosen.king}&piece=${WORDS[chosen.piece]}`);
      if (asked !== this.#asked) return;
      replace(this.problem);
      this.#draw(answer[chosen.owner]);
    } catch (error) {
      if (asked !== this.#asked) return;
      replace(this.grid);
      replace(this.problem, h('p', { class: 'quiet' }, errorText(error)));
    }
  }

  /** `values` go from 1a by rank, then by file, as squares are numbered; `null` is the king's own square. */
  #draw(values) {
    const most = Math.max(1, ...values.filter((v) => v !== null).map(Math.abs));
    const text = (value) => value.toFixed(most < 10 ? 1 : 0).replace(/^-(?=0\.?0*$)/, '').replace('-', '−');
    const rows = Array.from({ length: 9 }, (_, row) => Array.from({ length: 9 }, (__, column) => values[(8 - column) * 9 + row]));
    const king = place(chosen.king);
    const head = h('div', { class: 'heat-row', 'aria-hidden': 'true' }, [9, 8, 7, 6, 5, 4, 3, 2, 1].map((file) => h('span', { class: 'heat-label' }, file)), h('span', {}));
    replace(this.grid, head, rows.map((line, row) => h('div', { class: 'heat-row', role: 'row' }, line.map((value, column) => {
      const square = squareAt(row, column);
      const here = king.row === row && king.column === column;
      return h('button', {
        type: 'button', role: 'gridcell', class: 'heat-cell', 'aria-label': `${squareName(square)}: ${here ? pieceName('K') : text(value)}`,
        style: { background: here || value === null ? 'transparent' : colour(value, most) },
        onclick: () => { chosen.king = square; this.load(); },
      }, here ? s('svg', { class: 'heat-king', viewBox: '0 0 100 109' }, drawPiece('K', 'black')) : value === null ? '' : text(value));
    }), h('span', { class: 'heat-label', 'aria-hidden': 'true' }, rankLabel(row)))));
  }
}
