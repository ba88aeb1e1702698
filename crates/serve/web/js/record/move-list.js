// The list of moves: the main line one below the other, branches indented under the move that they replace.

import { h, replace } from '../core/dom.js';
import { moveText, t } from '../core/i18n.js';
import { resultText } from '../analysis/position-notes.js';
import { score } from '../core/format.js';

const SIGN = { mistake: '?', blunder: '??' };

export class MoveList {
  constructor(session) {
    this.session = session;
    this.list = h('div', { class: 'moves', role: 'list', 'aria-label': t('movesLabel') });
    this.element = this.list;
    // What stands above may grow and take room from the list.
    new ResizeObserver(() => this.mark()).observe(this.list);
    this.list.addEventListener('click', (event) => {
      const id = event.target.closest('[data-node]')?.dataset.node;
      if (id !== undefined) session.goTo(session.tree.nodes.get(Number(id)));
    });
  }

  /** Draws the whole list: after another shape of the tree, notation, or scores. */
  draw() {
    const { tree } = this.session;
    const rows = [this.#row(tree.root)];
    for (const node of tree.main().slice(1)) {
      rows.push(this.#row(node));
      for (const other of node.parent.children.slice(1)) rows.push(this.#branch(other));
    }
    const { ending } = tree.main().at(-1);
    if (ending) rows.push(h('div', { class: 'move-end', role: 'listitem' }, resultText(ending)));
    if (rows.length === 1) rows.push(h('p', { class: 'quiet moves-empty' }, t('movesEmpty')));
    // Who has scrolled elsewhere stays there while scores come in.
    const { scrollTop } = this.list;
    replace(this.list, rows);
    this.list.scrollTop = scrollTop;
    this.mark(this.marked !== this.session.node);
  }

  #row(node) {
    const name = node.parent ? moveText(node.move) : t('startPosition');
    const judged = node.judgement ? t(node.judgement) : '';
    const value = node.review ? score(node.review.score) : '';
    return h('div', { role: 'listitem', class: 'move-row' }, h('button', {
      type: 'button', class: `move ${node.judgement ?? ''}`, data: { node: node.id }, tabindex: -1,
      'aria-label': [node.ply || '', name, judged, value].filter(Boolean).join(' '),
    },
    h('span', { class: 'move-ply' }, node.ply || ''),
    h('span', { class: 'move-name' }, name, this.#marks(node)),
    h('span', { class: 'move-score' }, value)));
  }

  #marks(node) {
    return [
      node.judgement ? h('span', { class: `judge ${node.judgement}` }, SIGN[node.judgement]) : null,
      node.review?.occurrences > 1 ? h('span', { class: 'tag', title: t('occurrence', { n: node.review.occurrences }) }, `×${node.review.occurrences}`) : null,
      node.comment ? h('span', { class: 'has-comment', title: t('comment') }, '✎') : null,
    ];
  }

  /** A branch as running text; branches of branches in parentheses. */
  #branch(node) {
    return h('div', { class: 'branch', role: 'listitem', 'aria-label': t('branchLabel') }, this.#run(node));
  }

  #run(first) {
    const parts = [];
    for (let node = first, start = true; node; node = node.children[0], start = false) {
      parts.push(h('button', { type: 'button', class: 'move inline', data: { node: node.id }, tabindex: -1 },
        start || node.ply % 2 ? h('span', { class: 'move-ply' }, `${node.ply}`) : null,
        moveText(node.move), this.#marks(node)));
      if (node !== first) {
        for (const other of node.parent.children.slice(1)) {
          if (other !== node) parts.push(h('span', { class: 'sub-branch' }, '(', this.#run(other), ')'));
        }
      }
    }
    return parts;
  }

  /** Shows where one stands. */
  mark(scroll = true) {
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const here = this.list.querySelector(`[data-node="${this.session.node.id}"]`);
    if (!here) return;
    here.setAttribute('aria-current', 'true');
    for (const b of this.list.querySelectorAll('[tabindex="0"]')) b.tabIndex = -1;
    here.tabIndex = 0;
    this.marked = this.session.node;
    if (!scroll) return;
    // Not scrollIntoView: on a phone that would scroll the page away from the board.
    const { list } = this;
    const [top, bottom] = [here.offsetTop, here.offsetTop + here.offsetHeight];
    if (!this.session.node.children.length && this.session.node.onMain) list.scrollTop = list.scrollHeight;
    else if (top < list.scrollTop + 40) list.scrollTop = top - 40;
    else if (bottom > list.scrollTop + list.clientHeight - 40) list.scrollTop = bottom - list.clientHeight + 40;
  }
}
