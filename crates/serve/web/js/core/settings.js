// What the user chose, kept in the browser: language, notation, theme, pieces, and the last values of forms.

import { Emitter } from './emitter.js';

const KEY = 'yomikiri';
const changes = new Emitter();

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || '{}') || {};
  } catch {
    return {};
  }
}

const language = document.documentElement.lang === 'ja' ? 'ja' : 'en';
const values = {
  language, notation: language === 'ja' ? 'ja' : 'en', theme: 'auto', pieces: 'kanji',
  multipv: 3, reviewNodes: 100000, arrows: true, flipped: false,
  playSide: 'black', playLevel: 3, playClock: 'none', solvedGame: 'doves', ...stored(),
};

export const get = (name) => values[name];

/** Listens to one setting or several, separated by blanks. */
export const onSetting = (names, listener) => changes.on(names, listener);

export function set(name, value) {
  if (values[name] === value) return;
  values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
  changes.emit(name, value);
}
