// Asks whether a piece promotes: two pieces to choose from.

import { h } from '../core/dom.js';
import { open } from '../core/dialog.js';
import { t } from '../core/i18n.js';
import { pieceIcon, pieceName } from './pieces.js';

/** A promise of true, false, or null where the question was closed. */
export function choosePromotion(kind, color) {
  return new Promise((resolve) => {
    let answer = null;
    open(t('promoteTitle'), (close) => {
      const choice = (promote) => {
        const shown = promote ? `+${kind}` : kind;
        return h('button', {
          type: 'button', class: 'choice', autofocus: promote, onclick: () => { answer = promote; close(); },
        }, pieceIcon(shown, color), h('span', {}, pieceName(shown)));
      };
      // The dialog's element is there once this has returned.
      requestAnimationFrame(() => {
        document.querySelector('dialog[open]').addEventListener('close', () => resolve(answer));
      });
      return h('div', { class: 'choices' }, choice(true), choice(false));
    });
  });
}
