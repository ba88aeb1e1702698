// The page on solved games: which game, which table, walking or puzzles; and what to do where there is no table.

import { getJson } from '../core/api.js';
import { h, replace, segmented, select } from '../core/dom.js';
import { grouped } from '../core/format.js';
import { t } from '../core/i18n.js';
import { errorText } from '../core/notices.js';
import { get, set } from '../core/settings.js';
import { explorer } from './explorer.js';
import { puzzles } from './puzzles.js';

/** Where the user was. */
let mode = 'explore';
const chosen = {};

export function mount(root) {
  const body = h('div', {});
  const head = h('div', { class: 'solved-head' });
  let part = null;
  replace(root, h('div', { class: 'page solved-page' }, h('h1', { class: 'unseen' }, t('solved')), head, body));
  replace(body, h('p', { class: 'quiet' }, t('loading')));
  let all = null;
  /** Whether the server has a folder for tables. */
  let given = false;

  function show() {
    part?.end();
    part = null;
    const game = get('solvedGame');
    const info = all.find((one) => one.game === game);
    const { tables } = info;
    const table = chosen[game] ?? largest(tables)?.file ?? null;
    replace(head,
      segmented(t('solved'), [['doves', t('doves')], ['dobutsu', t('dobutsu')]], game, (id) => { set('solvedGame', id); if (id !== 'doves') mode = 'explore'; show(); }),
      game === 'doves' ? segmented(t('puzzles'), [['explore', t('explore')], ['puzzles', t('puzzles')]], mode, (m) => { mode = m; show(); }) : null,
      tables.length > 1 ? select(t('table'), tables.map((one) => [one.file, tableName(one)]), table, (id) => { chosen[game] = id; show(); })
        : tables.length ? h('span', { class: 'quiet' }, `${t('table')}: ${tableName(tables[0])}`) : null);
    if (mode === 'puzzles' && !table) {
      replace(body, noTable(info, t('noPuzzlesText')));
      return;
    }
    part = (mode === 'puzzles' ? puzzles : explorer)(game, info, table, table ? null : noTable(info, t('noTableText')));
    replace(body, part.element);
  }

  const largest = (tables) => tables.reduce((best, one) => (!best || one.entries > best.entries ? one : best), null);
  const tableName = (one) => `${one.file} (${t('tableEntries', { n: grouped(one.entries) })})`;

  function noTable(info, text) {
    return h('section', { class: 'panel how-to' }, h('h2', {}, t('noTable')), h('p', {}, text),
      h('pre', {}, info.command),
      given ? h('p', {}, t('noTableReload')) : [h('p', {}, t('noTableThen')), h('pre', {}, 'yomikiri serve --tables FOLDER')]);
  }

  (async () => {
    try {
      const [answer, version] = await Promise.all([getJson('/solved'), getJson('/version')]);
      given = version.tables;
      all = answer.games;
      show();
      for (const problem of answer.problems) head.append(h('div', { class: 'alert' }, h('strong', { class: 'error-kind' }, t('tableProblem')), problem));
    } catch (error) {
      replace(body, h('div', { class: 'alert', role: 'alert' }, errorText(error)));
    }
  })();
  return () => part?.end();
}
