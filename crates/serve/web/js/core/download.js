// Hands files to the user: by download, or to the clipboard.

import { done, fail } from './notices.js';
import { t } from './i18n.js';

export function download(name, content, type = 'text/plain;charset=utf-8') {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    done(t('copied'));
  } catch (error) {
    fail(Object.assign(new Error(t('errorClipboard')), { code: 'clipboard', cause: error }));
  }
}
