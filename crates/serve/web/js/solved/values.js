// Values of positions and moves in words and colours. A value is seen by the side to move (or by the one who made the move).

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';

/** The class that colours it. */
export const tone = (value) => (value ? `value-${value.result}` : 'value-unknown');

/** In few letters, for cells and lists. */
export function shortValue(value) {
  if (!value) return '?';
  return value.result === 'draw' ? t('shortDraw') : t(value.result === 'win' ? 'shortWin' : 'shortLoss', { n: value.plies });
}

/** In a sentence. */
export function longValue(value, side) {
  return value.result === 'draw' ? t('valueDraw') : t(value.result === 'win' ? 'valueWin' : 'valueLoss', { side, n: value.plies });
}

/** Whether two moves are equally good. */
export const equal = (a, b) => a.value?.result === b.value?.result && a.value?.plies === b.value?.plies;

export const badge = (value) => (value ? h('span', { class: `value ${tone(value)}` }, shortValue(value)) : null);
