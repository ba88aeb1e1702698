// The piece values of a run: a bar for each, and where the first pass had them.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { kanji, pieceName } from '../board/pieces.js';

/** Our letters for the names that runs give to kinds. */
const PIECES = {
  pawn: 'P', lance: 'L', knight: 'N', silver: 'S', gold: 'G', bishop: 'B', rook: 'R',
  promoted_pawn: '+P', promoted_lance: '+L', promoted_knight: '+N', promoted_silver: '+S', horse: '+B', dragon: '+R',
};

/** `names` says which place of `material` is which kind. */
export function pieceValues(rows, names) {
  const [first, last] = [rows[0], rows.at(-1)];
  const named = Object.entries(PIECES).map(([name, kind]) => [names.indexOf(name), kind]).filter(([at]) => at >= 0);
  const most = Math.max(...named.flatMap(([at]) => [first.material[at], last.material[at]]), 1);
  const share = (value) => `${Math.max(0, (value / most) * 100).toFixed(2)}%`;
  return h('figure', { class: 'panel chart' }, h('figcaption', {}, t('chartMaterial')),
    h('ul', { class: 'bars' }, named.map(([at, kind]) => h('li', {},
      h('span', { class: kind.startsWith('+') ? 'bar-name promoted-name' : 'bar-name', title: pieceName(kind), role: 'img', 'aria-label': pieceName(kind) }, kanji(kind, 'black')),
      h('span', { class: 'bar-track', 'aria-hidden': 'true' }, h('span', { class: 'bar-fill', style: { width: share(last.material[at]) } }),
        rows.length > 1 ? h('span', { class: 'bar-first', style: { left: share(first.material[at]) } }) : null),
      h('span', { class: 'bar-value' }, last.material[at])))),
    rows.length > 1 ? h('p', { class: 'quiet' }, t('materialFirst', { pass: first.pass })) : null);
}
