// The analysis of a whole game: starts it, shows how far it is, writes scores and judgements into the tree.

import { getJson, post, remove, stream } from '../core/api.js';
import { button, h, replace, select } from '../core/dom.js';
import { grouped } from '../core/format.js';
import { t } from '../core/i18n.js';
import { announce, fail, showError } from '../core/notices.js';
import { colorName } from '../board/pieces.js';
import { get, set } from '../core/settings.js';

const NODES = [20000, 100000, 400000, 1000000];
/** So many analyses of a game are remembered: of its main line and of some branches. */
const REMEMBERED = 8;

/** The nodes of a line of moves from the start; null if the tree has it no more. */
function lineOf(tree, moves) {
  const line = [tree.root];
  for (const usi of moves) line.push(line.at(-1)?.children.find(({ move }) => move.usi === usi));
  return line.every(Boolean) ? line : null;
}

export class Review {
  #stream = null;
  #id = null;

  constructor(session, summary = null) {
    this.session = session;
    this.summary = summary;
    this.tree = session.tree;
    this.body = h('div', {});
    this.error = h('div', {});
    this.element = h('section', { class: 'panel review', 'aria-label': t('review') }, this.body, this.error);
    this.#offer();
  }

  get running() {
    return this.#id !== null;
  }

  /** The id of the latest analysis of this game. */
  get last() {
    return this.session.reviews.at(-1)?.id ?? null;
  }

  /** Takes up the analyses that were made before the page was loaded again, as far as the server still has them. */
  async resume() {
    const { session } = this;
    const { reviews, tree } = session;
    for (const kept of [...reviews]) {
      let answer = null;
      try {
        answer = await getJson(`/reviews/${kept.id}`);
      } catch (error) {
        if (error.status !== 404) fail(error);
      }
      if (session.tree !== tree || this.running) return;
      const line = answer && lineOf(tree, kept.moves);
      if (!line) {
        session.reviews = session.reviews.filter((other) => other !== kept);
        continue;
      }
      for (const entry of answer.entries) this.#found(line, entry);
      if (['queued', 'running'].includes(answer.state)) return void this.#watch(kept.id, line);
      this.summary = answer.summary ?? null;
    }
    this.#offer();
    session.emit('review');
  }

  #offer() {
    replace(this.body, h('div', { class: 'panel-head' },
      h('h2', {}, t('review')),
      select(t('reviewEffort'), NODES.map((n) => [n, `${grouped(n)} ${t('nodesUnit')}`]), get('reviewNodes'), (n) => set('reviewNodes', Number(n)), { class: 'narrow' }),
      button(t('reviewStart'), () => this.start(), { class: 'primary', id: 'review-start' })),
    this.#summary());
  }

  async start() {
    const { session } = this;
    const line = session.tree.line(session.node);
    showError(this.error, null);
    this.summary = null;
    for (const node of line) { node.review = undefined; node.judgement = undefined; }
    try {
      const { id } = await post('/reviews', { position: session.tree.text(line.at(-1)), nodes: get('reviewNodes') });
      session.reviews = [...session.reviews, { id, moves: line.slice(1).map(({ move }) => move.usi) }].slice(-REMEMBERED);
      this.#watch(id, line);
      session.emit('review');
    } catch (error) {
      this.#stop();
      showError(this.error, error);
    }
  }

  #watch(id, line) {
    this.#id = id;
    this.#progress(0, line.length);
    this.#stream = stream(`/reviews/${id}/events`, {
      info: ({ state, done, total, entry }) => {
        this.#advance(done, total);
        if (state === 'queued') this.label.textContent = t('engineQueued');
        if (entry) this.#found(line, entry);
      },
      done: (end) => this.#done(end),
      error: (error) => { this.#stop(); showError(this.error, error); },
      lost: () => { this.#stop(); showError(this.error, { message: t('engineLost') }); },
    });
  }

  #found(line, found) {
    const node = line[found.ply];
    if (!node) return;
    node.review = found;
    node.judgement = found.judgement ?? undefined;
    this.session.emit('review');
  }

  #progress(done, total) {
    this.bar = h('progress', { max: total, value: done, 'aria-label': t('reviewRunning') });
    this.label = h('span', { class: 'quiet' });
    replace(this.body, h('div', { class: 'panel-head' }, h('h2', {}, t('reviewRunning')), this.label,
      button(t('stop'), () => this.stop(), { id: 'review-stop' })), this.bar);
    this.#advance(done, total);
  }

  #advance(done, total) {
    if (!this.bar) return;
    this.bar.max = total;
    this.bar.value = done;
    this.label.textContent = t('reviewProgress', { done, total });
  }

  #done({ summary } = {}) {
    this.summary = summary ?? null;
    this.#stop();
    announce(t('reviewDone'));
  }

  #stop() {
    this.#stream?.close();
    this.#stream = null;
    this.#id = null;
    this.bar = null;
    this.#offer();
    this.session.emit('review');
  }

  stop() {
    if (this.#id !== null) remove(`/reviews/${this.#id}`).catch(fail);
    this.#stop();
  }

  /** Another game: what is known of the old one goes. */
  reset() {
    this.summary = null;
    this.tree = this.session.tree;
    if (this.running) this.stop();
    showError(this.error, null);
    this.#offer();
  }

  #summary() {
    if (!this.summary) return null;
    const row = (color) => {
      const { moves, best, mistakes, blunders, mean_loss: loss } = this.summary[color];
      return h('tr', {}, h('th', { scope: 'row' }, colorName(color)), h('td', {}, moves),
        h('td', {}, moves ? `${Math.round((100 * best) / moves)} %` : '–'),
        h('td', { class: mistakes ? 'mistake' : '' }, mistakes), h('td', { class: blunders ? 'blunder' : '' }, blunders),
        h('td', {}, loss === null || loss === undefined ? '–' : `${(100 * loss).toFixed(1)} %`));
    };
    const head = ['side', 'moveCount', 'bestShare', 'mistakes', 'blunders', 'meanLoss'];
    return h('table', { class: 'summary' },
      h('thead', {}, h('tr', {}, head.map((key) => h('th', { scope: 'col' }, t(key))))),
      h('tbody', {}, row('black'), row('white')));
  }
}
