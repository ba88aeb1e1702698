// The page on learning: the runs at hand, and the plots of one, live while it runs.

import { getJson, stream } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { errorText } from '../core/notices.js';
import { HeatMap } from './heat-map.js';
import { lineChart, showCharts } from './line-chart.js';
import { pieceValues } from './piece-values.js';
import { RunList } from './run-list.js';

/** The run that was looked at last. */
let current = null;

/** A run that is not done and has not written for so many seconds is called unfinished, not running. */
const SILENT = 600;

/** Milliseconds after which the list is asked for again. */
const AGAIN = 4000;

function stateTag({ done, modified }) {
  if (done) return h('span', { class: 'tag' }, t('finished'));
  const live = Date.now() / 1000 - (modified ?? 0) < SILENT;
  return h('span', { class: live ? 'tag live' : 'tag warn' }, t(live ? 'running' : 'unfinished'));
}

const series = (rows, named) => named.map(([name, value]) => ({
  name, points: rows.map((row) => [row.pass, value(row)]).filter(([, y]) => Number.isFinite(y)),
}));
const agreement = (side) => [1, 2, 4, 8].map((n, i) => [t('top', { n }), (row) => row[side]?.[i]]);

/** The charts of a run's passes. */
function charts({ passes: rows, material_names: names }) {
  return [
    lineChart(t('chartJ'), series(rows, [[t('train'), (row) => row.j], [t('heldOut'), (row) => row.held_out_j]])),
    lineChart(t('chartAgreement'), series(rows, agreement('held_out_top')), ' %'),
    lineChart(t('chartAgreementTrain'), series(rows, agreement('top')), ' %'),
    lineChart(t('chartSpeed'), series(rows, [[t('train'), (row) => row.positions / row.seconds]])),
    pieceValues(rows, names),
  ];
}

export function mount(root) {
  const list = new RunList((name, begun) => choose(name, begun));
  const head = h('div', { class: 'run-head' });
  const plots = h('div', { class: 'plots' });
  const heat = new HeatMap();
  const body = h('div', { class: 'run' }, head, h('div', { class: 'charts' }, plots, heat.element));
  const page = h('div', { class: 'page learning-page' }, h('h1', { class: 'unseen' }, t('learning')), list.element, body);
  replace(root, page);
  body.hidden = true;
  let events = null;
  let left = false;

  function showRun(run) {
    const { passes, manifest } = run;
    replace(head, h('h2', {}, run.name, stateTag(run)), h('p', { class: 'quiet' }, t('passes', { n: passes.length })),
      manifest?.command ? h('details', { class: 'as-table' }, h('summary', {}, t('command')), h('pre', { class: 'quote' }, manifest.command)) : null);
    if (passes.length) showCharts(plots, charts(run));
    else replace(plots, h('p', { class: 'quiet' }, t('noPassYet')));
  }

  function showError(error) {
    body.hidden = false;
    replace(head, h('div', { class: 'alert', role: 'alert' }, errorText(error)));
    replace(plots);
  }

  /** A run that has just begun: its weights come with the end of its first pass. */
  function showBegun(id) {
    body.hidden = false;
    heat.element.hidden = true;
    replace(head, h('h2', {}, id, h('span', { class: 'tag live' }, t('running'))), h('p', { class: 'quiet' }, t('noWeightsYet')));
    replace(plots);
  }

  function watch(id) {
    const show = (run) => {
      if (left || current !== id) return;
      heat.element.hidden = false;
      body.hidden = false;
      showRun(run);
      heat.load(id);
      list.tell(id, run.passes.length);
    };
    events = stream(`/runs/${encodeURIComponent(id)}/events`, {
      state: () => showBegun(id), info: show, done: () => events.close(), error: showError, lost: () => {},
    });
  }

  async function choose(id, begun) {
    events?.close();
    current = id;
    list.mark(id);
    if (begun) return void watch(id);
    try {
      // An answer can say why not; a stream cannot.
      const run = await getJson(`/runs/${encodeURIComponent(id)}`);
      if (left || current !== id) return;
      heat.element.hidden = false;
      body.hidden = false;
      showRun(run);
      watch(id);
    } catch (error) {
      showError(error);
    }
  }

  let empty = null;
  function none() {
    if (empty) return;
    empty = h('div', { class: 'page' }, h('section', { class: 'panel how-to empty-state' }, h('h2', {}, t('noRuns')), h('p', {}, t('noRunsText')),
      h('pre', {}, 'yomikiri learn --out runs/first --method adaptive --choice games.tsv'), h('p', {}, t('noRunsThen')), h('pre', {}, 'yomikiri serve --runs runs')));
    replace(root, empty);
  }

  /** What is there; the first time, the run that was looked at last is shown again. */
  let chosen = false;
  function showList({ runs: written, begun, problems }) {
    const runs = [...written, ...begun.map((name) => ({ name, begun: true }))];
    if (!runs.length && !problems.length) {
      if (!chosen) none();
      return;
    }
    if (empty) replace(root, page);
    empty = null;
    list.show(runs, problems);
    if (chosen || !runs.length) return;
    chosen = true;
    const first = runs.find(({ name }) => name === current) ?? runs[0];
    choose(first.name, first.begun);
  }

  // Runs begin while the page is open: the list is asked for again, as long as somebody can see it.
  let waiting = null;
  let asking = false;
  async function ask() {
    clearTimeout(waiting);
    if (left || asking || document.hidden) return;
    asking = true;
    const from = performance.now();
    try {
      const answer = await getJson('/runs');
      if (!left) showList(answer);
    } catch (error) {
      // A list that is there stays.
      if (!left && !chosen && !empty) list.fail(error);
    }
    asking = false;
    // All runs are read for it: a server that takes long is asked less often.
    if (!left) waiting = setTimeout(ask, Math.max(AGAIN, 20 * (performance.now() - from)));
  }
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    left = true;
    clearTimeout(waiting);
    document.removeEventListener('visibilitychange', ask);
    events?.close();
  };
}
