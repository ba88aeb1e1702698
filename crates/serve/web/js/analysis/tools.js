// The smaller tools under the board: steps through the game, a move typed in, the comment, the list of shortcuts.

import { button, h } from '../core/dom.js';
import { open } from '../core/dialog.js';
import { t } from '../core/i18n.js';
import { announce } from '../core/notices.js';

const ICONS = {
  first: 'M6 5v14M19 5 9 12l10 7Z', back: 'M16 5 7 12l9 7Z', next: 'm8 5 9 7-9 7Z', last: 'M18 5v14M5 5l10 7-10 7Z',
  flip: 'M7 4v14m0 0-4-4m4 4 4-4M17 20V6m0 0-4 4m4-4 4 4', edit: 'm4 20 1-5L16 4l4 4L9 19Z',
  help: 'M9.2 9a2.9 2.9 0 1 1 4 2.6c-.9.5-1.2 1-1.2 2.1M12 17.5v.01', gear: 'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.5v5M8.5 14.5v5',
};

/** A line drawing of 24 x 24. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', class: 'glyph', 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

export const iconButton = (label, name, action, properties = {}) => button(label, action, { class: 'icon', ...properties }, icon(name));

/** Steps through the game. */
export function stepper(session) {
  return h('div', { class: 'steps', role: 'group', 'aria-label': t('steps') },
    iconButton(t('toStart'), 'first', session.toStart), iconButton(t('back'), 'back', session.back),
    iconButton(t('forward'), 'next', session.forward), iconButton(t('toEnd'), 'last', session.toEnd));
}

const plain = (text) => text.normalize('NFKC').replace(/[▲△☗☖\s]/g, '').toLowerCase();

/** The legal move that a text means: USI, Japanese or western notation. */
export function meant(text, moves) {
  const wanted = plain(text);
  return moves.find((mv) => mv.usi.toLowerCase() === wanted) ?? moves.find((mv) => [mv.text_ja, mv.text_en].some((name) => name && plain(name) === wanted));
}

/** A field into which a move can be typed. */
export function moveField(session) {
  const field = h('input', {
    type: 'text', class: 'move-field', placeholder: t('typeMove'), 'aria-label': t('typeMoveLabel'), autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'done',
    oninput: () => field.setCustomValidity(''),
    onkeydown: (event) => {
      if (event.key === 'Escape') field.blur();
      if (event.key !== 'Enter' || event.isComposing) return;
      const mv = meant(field.value, session.state?.legal_moves ?? []);
      if (mv) {
        field.value = '';
        session.play(mv.usi);
      } else if (field.value.trim()) {
        field.setCustomValidity(t('noSuchMove', { text: field.value.trim() }));
        field.reportValidity();
        announce(t('noSuchMove', { text: field.value.trim() }));
      }
    },
  });
  return field;
}

/** The comment on the position that is shown. */
export function commentBox(session) {
  const area = h('textarea', {
    rows: 2, class: 'comment', placeholder: t('commentPlaceholder'), 'aria-label': t('comment'),
    oninput: () => { session.node.comment = area.value || undefined; },
    onchange: () => session.emit('comment'),
  });
  const show = () => { area.value = session.node.comment ?? ''; };
  show();
  return { element: area, show };
}

/** What the keyboard does. */
export function helpDialog(rows) {
  open(t('shortcuts'), () => h('table', { class: 'keys' }, h('tbody', {}, rows.map(([keys, text]) => h('tr', {},
    h('th', { scope: 'row' }, keys.map((key) => h('kbd', {}, key))), h('td', {}, text))))));
}
