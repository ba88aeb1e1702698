// Starts the page: header, choice of page by the address, language and appearance.

import { getJson } from './core/api.js';
import { open } from './core/dialog.js';
import { button, h, replace, segmented, select } from './core/dom.js';
import { t } from './core/i18n.js';
import { errorText } from './core/notices.js';
import { get, onSetting, set } from './core/settings.js';
import { icon } from './analysis/tools.js';
import { restore } from './analysis/keep.js';
import { mount as analysis } from './analysis/page.js';
import { mount as play } from './play/page.js';
import { mount as solved } from './solved/page.js';
import { mount as learning } from './learning/page.js';

const PAGES = { analysis, play, solved, learning };
let leave = null;

const pageName = () => {
  const name = location.hash.slice(1).split('/')[0];
  return name in PAGES ? name : 'analysis';
};

function drawBar() {
  const here = pageName();
  const link = (name) => h('a', { href: `#${name}`, 'aria-current': name === here ? 'page' : null }, t(name));
  const other = get('language') === 'ja' ? 'en' : 'ja';
  replace(document.getElementById('bar'),
    h('a', { class: 'brand', href: '#analysis', 'aria-label': 'yomikiri' }, h('span', { class: 'brand-kanji', 'aria-hidden': 'true' }, '読み切り'), h('span', { class: 'brand-name' }, 'yomikiri')),
    h('nav', { class: 'tabs', 'aria-label': t('pages') }, Object.keys(PAGES).map(link)),
    h('div', { class: 'bar-tools' },
      button(other === 'ja' ? '日本語' : 'English', () => set('language', other), { id: 'language', lang: other, class: 'plain' }),
      button(t('settings'), settingsDialog, { class: 'icon', id: 'settings' }, icon('gear'))));
  document.getElementById('skip').textContent = t('skip');
}

async function about(element) {
  try {
    const { version } = await getJson('/version');
    element.textContent = `yomikiri ${t('version', { version })}`;
  } catch (error) {
    element.textContent = error.message;
  }
}

function settingsDialog() {
  open(t('settings'), () => {
    const version = h('p', { class: 'quiet' });
    about(version);
    const arrows = h('input', { type: 'checkbox', checked: get('arrows'), onchange: () => set('arrows', arrows.checked) });
    const row = (name, control) => h('div', { class: 'setting' }, h('span', { class: 'setting-name' }, name), control);
    return [
      row(t('theme'), segmented(t('theme'), [['auto', t('themeAuto')], ['light', t('themeLight')], ['dark', t('themeDark')]], get('theme'), (v) => set('theme', v))),
      select(t('notation'), [['ja', t('notationJa')], ['en', t('notationEn')]], get('notation'), (v) => set('notation', v), { id: 'notation' }),
      row(t('pieceSet'), segmented(t('pieceSet'), [['kanji', t('piecesKanji')], ['letters', t('piecesLetters')]], get('pieces'), (v) => set('pieces', v))),
      h('label', { class: 'check' }, arrows, t('arrowsSetting')),
      version,
    ];
  });
}

/** Shows the page of the address, once more after another language. */
function show() {
  const main = document.getElementById('main');
  leave?.();
  leave = null;
  drawBar();
  const name = pageName();
  document.title = `${t(name)} – yomikiri`;
  document.body.dataset.page = name;
  try {
    leave = PAGES[name](main, location.hash.slice(1).split('/').slice(1));
  } catch (error) {
    console.error(error);
    replace(main, h('div', { class: 'page' }, h('div', { class: 'alert', role: 'alert' }, t('errorPage'), ' ', errorText(error))));
  }
}

let shown = null;
addEventListener('hashchange', () => {
  if (location.hash === '#main') return;
  // Within a page, its own part of the address changes without a new view.
  if (pageName() === shown && !location.hash.includes('/!')) return;
  shown = pageName();
  show();
  document.getElementById('main').focus({ preventScroll: true });
  scrollTo(0, 0);
});
document.getElementById('skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('main').focus();
});
onSetting('theme', (theme) => { document.documentElement.dataset.theme = theme; });
onSetting('language', (language) => {
  document.documentElement.lang = language;
  set('notation', language === 'ja' ? 'ja' : 'en');
  show();
  document.getElementById('language').focus();
});
document.documentElement.lang = get('language');
document.documentElement.dataset.theme = get('theme');
restore();
shown = pageName();
show();
