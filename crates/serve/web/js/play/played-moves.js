// The moves of the game that is being played; one may look back without disturbing it.

import { h, replace } from '../core/dom.js';
import { moveText, t } from '../core/i18n.js';
import { positionOf } from '../core/positions.js';
import { resultText } from '../analysis/position-notes.js';

export class PlayedMoves {
  /** `onLook(ply)` is called for a move to look at, `null` for the present. */
  constructor(onLook) {
    this.onLook = onLook;
    this.at = null;
    this.count = 0;
    this.element = h('div', { class: 'moves', role: 'list', 'aria-label': t('movesLabel') });
  }

  show(view, result) {
    this.at = null;
    this.count = view.history.length;
    const rows = view.history.map((mv, i) => h('div', { role: 'listitem' },
      h('button', { type: 'button', class: 'move', data: { ply: i + 1 }, onclick: () => this.look(i + 1) },
        h('span', { class: 'move-ply' }, i + 1), h('span', { class: 'move-name' }, moveText(mv)))));
    replace(this.element, rows.length ? rows : h('p', { class: 'quiet moves-empty' }, '–'),
      result ? h('div', { class: 'move-end', role: 'listitem' }, resultText(result)) : null);
    this.#mark();
    this.element.scrollTop = this.element.scrollHeight;
  }

  look(ply) {
    this.at = ply >= this.count ? null : ply;
    this.#mark();
    this.onLook(this.at);
  }

  /** One move back or forward; the ply that is then shown. */
  step(by) {
    const ply = Math.max(0, (this.at ?? this.count) + by);
    this.at = ply >= this.count ? null : ply;
    this.#mark();
    return this.at;
  }

  #mark() {
    this.element.querySelector('[aria-current]')?.removeAttribute('aria-current');
    this.element.querySelector(`[data-ply="${this.at ?? this.count}"]`)?.setAttribute('aria-current', 'true');
  }

  /** Where the game began, as a tree takes it. */
  start(view) {
    return view.position.replace(/^position /, '').split(' moves ')[0];
  }

  /** The position after so many moves. */
  position(view, ply) {
    const moves = view.history.slice(0, ply).map((mv) => mv.usi);
    return positionOf(moves.length ? `${this.start(view)} moves ${moves.join(' ')}` : this.start(view));
  }
}
