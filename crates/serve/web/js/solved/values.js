// Values of positions and moves in words and colours. A value is seen by the side to move (or by the one who made the move).

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';

/** `win`, `loss` or `draw`. */
export const resultOf = ({ result }) => (result === 'lose' ? 'loss' : result);

/** The class that colours it. */
export const tone = (value) => (value ? `value-${resultOf(value)}` : 'value-unknown');

/** In few letters, for cells and lists. */
export function shortValue(value) {
  if (!value) return '?';
  const result = resultOf(value);
  return result === 'draw' ? t('shortDraw') : t(result === 'win' ? 'shortWin' : 'shortLoss', { n: value.plies });
}

/** In a sentence. */
export function longValue(value, side) {
  const result = resultOf(value);
  return result === 'draw' ? t('valueDraw') : t(result === 'win' ? 'valueWin' : 'valueLoss', { side, n: value.plies });
}

/** Whether two moves are equally good. */
export const equal = (a, b) => a.value?.result === b.value?.result && a.value?.plies === b.value?.plies;

export const badge = (value) => h('span', { class: `value ${tone(value)}` }, shortValue(value));
