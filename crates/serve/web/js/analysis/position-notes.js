// What the rules say about the position that is shown: check, end, repetition, declaration, doubts.

import { h, replace } from '../core/dom.js';
import { known, moveText, t } from '../core/i18n.js';
import { reasonText } from '../core/reasons.js';
import { colorName } from '../board/pieces.js';

/** A result `{kind, winner}` in words. */
export function resultText({ kind, winner }) {
  const words = known(`result_${kind}`) ? t(`result_${kind}`) : kind.replace(/_/g, ' ');
  return winner ? `${words}: ${t('wins', { side: colorName(winner) })}` : words;
}

function chips(state) {
  const notes = [];
  const { result, occurrences, declaration, validation } = state;
  if (result) notes.push(['result', resultText(result)]);
  else if (state.in_check) notes.push(['check', t('inCheck')]);
  if (occurrences > 1 && result?.kind !== 'repetition') {
    notes.push(['repeat', t('occurrence', { n: occurrences })]);
  }
  if (!result && declaration.possible !== 'none') notes.push(['good', t('mayDeclare')]);
  if (!state.playable) notes.push(['doubt', t('notPlayable')]);
  if (validation.level !== 'playable') validation.findings.forEach((finding, i) => notes.push(['doubt', reasonText(validation.reasons[i]) ?? finding]));
  return notes;
}

/** What the analysis of the whole game found here. */
function found({ review, judgement, parent, move }) {
  if (!review) return [];
  const notes = [];
  const [best] = parent?.review?.lines?.[0]?.pv ?? [];
  if (judgement) {
    const text = [t(judgement), `−${Math.round(100 * review.loss)} %`, best && best.usi !== move.usi ? t('better', { move: moveText(best) }) : ''];
    notes.push([judgement, text.filter(Boolean).join(' · ')]);
  }
  if (review.lines[0]?.rests_on_repetition && !review.ending) notes.push(['repeat', t('restsShort')]);
  return notes;
}

export class PositionNotes {
  constructor() {
    this.element = h('div', { class: 'notes' });
  }

  /** `node` is where the position stands in the game. */
  show(state, node) {
    replace(this.element, h('span', { class: 'note turn' },
      h('span', { 'aria-hidden': 'true' }, state.side_to_move === 'black' ? '☗' : '☖'), ' ',
      t('toMove', { side: colorName(state.side_to_move) })),
    [...chips(state), ...found(node)].map(([kind, text]) => h('span', { class: `note ${kind}` }, text)));
  }
}
