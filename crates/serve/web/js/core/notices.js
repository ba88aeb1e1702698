// Messages: what went wrong (it stays until dismissed), what was done (it goes by itself), and what is only read out.

import { button, h, replace } from './dom.js';
import { known, t } from './i18n.js';
import { reasonText } from './reasons.js';

/** Tells screen readers something without showing it. */
export function announce(text) {
  const live = document.getElementById('live');
  // The same text twice is not read twice unless it was away in between.
  live.textContent = '';
  requestAnimationFrame(() => { live.textContent = text; });
}

function toast(kind, children, seconds) {
  const box = h('div', { class: `toast ${kind}`, role: kind === 'bad' ? 'alert' : 'status' });
  const close = () => box.remove();
  box.append(h('div', { class: 'toast-text' }, children), button(t('close'), close, { class: 'icon' }, '×'));
  const all = document.getElementById('toasts');
  while (all.children.length >= 3) all.firstChild.remove();
  all.append(box);
  if (seconds) setTimeout(close, seconds * 1000);
}

export const done = (text) => toast('good', [text], 4);

/** The place of an error in words: file, line and column. */
function placeText({ file, line, column }) {
  return [file === 'record' ? null : file, line && t('placeLine', { line }), column && t('placeColumn', { column })].filter(Boolean).join(', ');
}

/** The message without the place in front of it, which is told in words of its own; by its reason, if that can be said. */
function bare({ message, place, reason }) {
  const told = reasonText(reason);
  if (told) return told;
  const prefix = place?.line ? `${place.file ? `${place.file}:` : ''}${place.line}:${place.column}: ` : '';
  return prefix && message.startsWith(prefix) ? message.slice(prefix.length) : message;
}

/** An error as children of an element: what it is about in the page's language, the server's sentence, the place. */
export function errorText(error) {
  const key = `error_${error.code}`;
  const place = error.place ?? {};
  return [known(key) ? h('strong', { class: 'error-kind' }, t(key)) : null, h('span', { class: 'error-message' }, bare(error)),
    placeText(place) ? h('span', { class: 'place' }, placeText(place)) : null];
}

/** Shows an error; a request that was given up is none. */
export function fail(error) {
  if (error?.name === 'AbortError') return;
  // A fault of the page itself belongs in the console too.
  if (error?.code === undefined) console.error(error);
  toast('bad', errorText(error));
}

/** An error where it arose, inside a form or a panel. */
export function showError(element, error) {
  replace(element, error ? h('div', { class: 'alert', role: 'alert' }, errorText(error)) : null);
}
