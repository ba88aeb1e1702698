// Dialogs: the browser's own, which keep the focus and close with Escape.

import { button, freshId, h } from './dom.js';
import { t } from './i18n.js';

/** Opens a dialog; `build` gets the function that closes it and gives back what stands inside. */
export function open(title, build, { wide = false } = {}) {
  const id = freshId('dialog');
  const box = h('dialog', { class: wide ? 'dialog wide' : 'dialog', 'aria-labelledby': id });
  const close = () => box.close();
  box.append(
    h('div', { class: 'dialog-head' }, h('h2', { id }, title), button(t('close'), close, { class: 'icon' }, '×')),
    h('div', { class: 'dialog-body' }, build(close)),
  );
  box.addEventListener('close', () => box.remove());
  // A click beside it closes it.
  box.addEventListener('pointerdown', (event) => { if (event.target === box) close(); });
  document.body.append(box);
  box.showModal();
  return close;
}

/** Asks before something that cannot be taken back. */
export function confirm(title, text, yes, action) {
  open(title, (close) => [
    h('p', {}, text),
    h('div', { class: 'row end' }, button(t('cancel'), close),
      button(yes, () => { close(); action(); }, { class: 'primary', autofocus: true })),
  ]);
}
