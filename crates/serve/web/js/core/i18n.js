// Words in two languages: `t('key')`, and which of a server's pair of texts to show.

import { get } from './settings.js';
import { common } from '../text/common.js';
import { analysis } from '../text/analysis.js';
import { play } from '../text/play.js';
import { solved } from '../text/solved.js';
import { learning } from '../text/learning.js';

const words = { ...common, ...analysis, ...play, ...solved, ...learning };

export const japanese = () => get('language') === 'ja';

/** The text of a key in the page's language; `{name}` is replaced by `values.name`. */
export function t(key, values = {}) {
  const pair = words[key];
  if (!pair) throw new Error(`no text for ${key}`);
  return pair[japanese() ? 1 : 0].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** Whether there is a text of this key. */
export const known = (key) => key in words;

/** A move, by the notation chosen (which is a choice apart from the language). */
export const moveText = (mv) => (get('notation') === 'ja' ? mv.text_ja : mv.text_en) ?? mv.text_en ?? mv.usi ?? mv.text ?? '';
