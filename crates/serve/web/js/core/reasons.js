// What the server gives as reasons beside its sentences, in words of the page's language.

import { japanese } from './i18n.js';
import { reasons, words } from '../text/reasons.js';

/** A reason `{code, values, because}` in Japanese; null where the server's own English sentence has to do. */
export function reasonText(reason) {
  const form = japanese() && reason ? reasons[reason.code] : null;
  if (!form) return null;
  const value = (text) => words[text] ?? text ?? '';
  return form.replace(/\{(\*|\w+)\}/g, (_, name) => (name === '*' ? reasonText(reason.because) ?? '' : value(reason.values?.[name])));
}
