// The list of learning runs: drawn anew only where runs have come or gone, so that focus and open parts stay.

import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { errorText } from '../core/notices.js';

const note = ({ begun, passes }) => (begun ? t('begun') : t('passes', { n: passes }));

export class RunList {
  #runs = new Map();
  #shown = '';
  #current = null;

  /** `onchoose(name, begun)`: a run was chosen. */
  constructor(onchoose) {
    this.onchoose = onchoose;
    this.element = h('nav', { class: 'runs', 'aria-label': t('runs') });
  }

  show(runs, problems) {
    this.#runs = new Map(runs.map((run) => [run.name, run]));
    const shown = JSON.stringify([runs.map(({ name }) => name), problems]);
    if (shown === this.#shown) {
      for (const run of runs) this.#write(run.name, note(run));
      return;
    }
    this.#shown = shown;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.id : undefined;
    const open = this.element.querySelector('details')?.open ?? false;
    replace(this.element, h('h2', {}, t('runs')), runs.map((run) => h('button', {
      type: 'button', class: 'run-button', data: { id: run.name }, onclick: () => this.onchoose(run.name, this.#runs.get(run.name)?.begun),
    }, h('span', {}, run.name), h('span', { class: 'quiet' }, note(run)))),
    problems.length ? h('details', { class: 'problems', open }, h('summary', {}, t('runProblems', { n: problems.length })), problems.map((problem) => h('p', {}, problem))) : null);
    this.mark(this.#current);
    if (focused !== undefined) this.#button(focused)?.focus({ preventScroll: true });
  }

  /** Which run is looked at. */
  mark(name) {
    this.#current = name;
    for (const b of this.element.querySelectorAll('button')) b.setAttribute('aria-current', String(b.dataset.id === name));
  }

  /** A run has so many passes now. */
  tell(name, passes) {
    this.#runs.set(name, { ...this.#runs.get(name), name, passes, begun: false });
    this.#write(name, t('passes', { n: passes }));
  }

  fail(error) {
    this.#shown = '';
    replace(this.element, h('div', { class: 'alert', role: 'alert' }, errorText(error)));
  }

  #button(name) {
    return this.element.querySelector(`[data-id="${CSS.escape(name)}"]`);
  }

  #write(name, text) {
    const place = this.#button(name)?.querySelector('.quiet');
    if (place && place.textContent !== text) place.textContent = text;
  }
}
