// The engine at work on the position that is shown: depth, nodes, table use, and its lines.

import { post, remove, stream } from '../core/api.js';
import { button, h, replace, select } from '../core/dom.js';
import { score, seconds, short } from '../core/format.js';
import { moveText, t } from '../core/i18n.js';
import { fail, showError } from '../core/notices.js';
import { get, set } from '../core/settings.js';
import { moveOf } from '../core/positions.js';

/** How long one waits before asking, so that stepping quickly does not start a search for every position. */
const CALM = 180;
/** A score that is only a bound is marked; the server tells bounds as the side to move sees them, scores as Black does. */
const BOUND = { lower: '≥', upper: '≤' };
const REVERSED = { lower: '≤', upper: '≥' };

export class EnginePanel {
  on = false;
  lines = [];
  #stream = null;
  #id = null;
  #timer = 0;
  #run = 0;

  /** `onArrows` gets what to draw on the board. */
  constructor(session, onArrows) {
    this.session = session;
    this.onArrows = onArrows;
    this.toggle = h('button', { type: 'button', class: 'switch', role: 'switch', 'aria-checked': 'false', onclick: () => this.setOn(!this.on) },
      h('span', { class: 'knob', 'aria-hidden': 'true' }), h('span', {}, t('engine')));
    this.status = h('div', { class: 'engine-status' });
    this.error = h('div', {});
    this.list = h('ol', { class: 'lines', 'aria-label': t('linesLabel') });
    this.element = h('section', { class: 'panel engine', 'aria-label': t('engine') },
      h('div', { class: 'panel-head' }, this.toggle,
        select(t('lineCount'), [1, 2, 3, 4, 5, 8].map((n) => [n, String(n)]), get('multipv'), (n) => {
          set('multipv', Number(n));
          this.restart();
        }, { class: 'narrow' })),
      this.status, this.error, this.list);
    this.#showEmpty();
  }

  setOn(on) {
    this.on = on;
    this.toggle.setAttribute('aria-checked', String(on));
    if (on) this.restart();
    else this.stop();
  }

  /** Another position, or another number of lines. */
  restart() {
    this.#halt();
    if (!this.on) return;
    // The lines of another position would be a lie.
    this.lines = [];
    this.onArrows([]);
    this.#timer = setTimeout(() => this.#begin(), CALM);
  }

  stop() {
    this.#halt();
    if (!this.lines.length) this.#showEmpty();
  }

  /** Ends everything, for good. */
  end() {
    this.on = false;
    this.#halt();
  }

  #halt() {
    clearTimeout(this.#timer);
    this.#run += 1;
    this.#stream?.close();
    this.#stream = null;
    if (this.#id !== null) remove(`/analyses/${this.#id}`).catch(fail);
    this.#id = null;
  }

  async #begin() {
    const { state } = this.session;
    showError(this.error, null);
    if (!state || this.session.stateNode !== this.session.node) return;
    if (!state.legal_moves.length || state.result) {
      this.lines = [];
      replace(this.list);
      replace(this.status, h('p', { class: 'quiet' }, t('nothingToSearch')));
      return;
    }
    const run = this.#run;
    replace(this.status, h('p', { class: 'quiet' }, t('engineStarts')));
    try {
      const { id } = await post('/analyses', { position: this.session.tree.text(this.session.node), multi_pv: get('multipv') });
      if (run !== this.#run) return void remove(`/analyses/${id}`).catch(fail);
      this.#id = id;
      this.#stream = stream(`/analyses/${id}/events`, {
        state: ({ state }) => { if (state === 'queued') replace(this.status, h('p', { class: 'quiet' }, t('engineQueued'))); },
        info: (info) => this.#info(info),
        done: (end) => this.#done(end),
        error: (error) => { this.#halt(); showError(this.error, error); },
        lost: () => { this.#halt(); replace(this.status, h('p', { class: 'quiet' }, t('engineLost'))); },
      });
    } catch (error) {
      if (run !== this.#run) return;
      replace(this.status);
      showError(this.error, error);
    }
  }

  #info(info) {
    this.lines[info.multi_pv - 1] = info;
    this.#showStatus(info);
    this.#showLines();
  }

  #done({ state }) {
    this.#stream?.close();
    this.#stream = null;
    this.#id = null;
    this.status.append(h('span', { class: 'tag' }, t(state === 'abandoned' ? 'engineLost' : 'engineDone')));
  }

  #showStatus({ depth, seldepth, nodes, nps, hashfull, time_ms: time }) {
    const item = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
    replace(this.status, h('dl', { class: 'figures' },
      item(t('depth'), seldepth ? `${depth}/${seldepth}` : String(depth)),
      item(t('nodes'), short(nodes)), item(t('speed'), `${short(nps)}/s`),
      item(t('tableUse'), `${((hashfull ?? 0) / 10).toFixed(1)} %`), item(t('time'), seconds(time ?? 0))));
  }

  #showLines() {
    const lines = this.lines.filter(Boolean);
    replace(this.list, lines.map((line) => this.#line(line)));
    this.#drawArrows(lines);
  }

  #drawArrows(lines) {
    this.onArrows(get('arrows') ? lines.filter((line) => line.pv.length).map((line) => moveOf(line.pv[0])) : []);
  }

  #line(line) {
    const from = this.session.node;
    const tone = line.score.expected > 0.53 ? 'black' : line.score.expected < 0.47 ? 'white' : '';
    const moves = line.pv.map((mv, i) => button(moveText(mv),
      () => this.session.addLine(from, line.pv.slice(0, i + 1)), { class: 'pv-move' }));
    return h('li', { class: 'line' },
      h('span', { class: `score ${tone}`, title: t('scoreFromBlack') }, (this.session.state.side_to_move === 'black' ? BOUND : REVERSED)[line.bound] ?? '', score(line.score)),
      h('div', {}, h('span', { class: 'pv' }, moves), h('span', { class: 'line-notes' }, this.#notes(line))));
  }

  #notes({ ending, rests_on_repetition: rests }) {
    return [
      ending ? h('span', { class: 'tag' }, t(`ending_${ending.replace(/[ -]/g, '_')}`)) : null,
      rests && !ending ? h('span', { class: 'tag warn', title: t('restsLong') }, t('rests')) : null,
    ];
  }

  #showEmpty() {
    replace(this.status, h('p', { class: 'quiet' }, t('engineOff')));
    replace(this.list);
  }

  /** Another notation. */
  redraw() {
    if (this.lines.length) this.#showLines();
  }
}
