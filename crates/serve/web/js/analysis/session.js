// What the analysis page works on: the tree, where one stands in it, the engine's lines. It outlives the page's view.

import { Emitter } from '../core/emitter.js';
import { fail } from '../core/notices.js';
import { positionOf } from '../core/positions.js';
import { Tree } from '../record/tree.js';

/** Events: `tree` (another shape), `node` (another place), `state` (the position is there), `review`, `comment`. */
class Session extends Emitter {
  tree = new Tree();
  node = this.tree.root;
  /** The position as the server described it; that of `stateNode`. */
  state = null;
  stateNode = null;
  info = { headers: [], notes: [], players: {}, name: '' };
  /** The whole-game analyses of this game, the latest last: `id` at the server and the `moves` of the line. */
  reviews = [];
  #asked = 0;

  /** Another game. */
  load(tree, info = {}, at = tree.root, reviews = []) {
    this.tree = tree;
    this.reviews = reviews;
    this.info = { headers: [], notes: [], players: {}, name: '', cut: null, ...info };
    this.node = at;
    this.emit('tree');
    this.emit('load');
    return this.#arrive();
  }

  goTo(node) {
    if (!node || node === this.node) return Promise.resolve();
    this.node = node;
    return this.#arrive();
  }

  async #arrive() {
    this.emit('node');
    this.#asked += 1;
    const asked = this.#asked;
    const { node } = this;
    try {
      const state = await positionOf(this.tree.text(node));
      if (asked !== this.#asked) return;
      this.state = state;
      this.stateNode = node;
      this.emit('state');
    } catch (error) {
      if (asked === this.#asked) fail(error);
    }
  }

  /** Shows where one stands once more, or for the first time. */
  refresh() {
    return this.state && this.stateNode === this.node ? this.emit('state') : this.#arrive();
  }

  /** Plays a legal move of the position that is shown. */
  play(usi) {
    const mv = this.state?.legal_moves.find((legal) => legal.usi === usi);
    if (!mv || this.stateNode !== this.node) return;
    const known = this.node.children.length;
    const next = this.tree.add(this.node, mv);
    if (this.node.children.length !== known) this.emit('tree');
    this.goTo(next);
  }

  /** Adds a line of moves (`usi`, `text_ja`, `text_en` each) at a node and goes to its end. */
  addLine(from, moves) {
    let node = from;
    for (const mv of moves) node = this.tree.add(node, mv);
    this.emit('tree');
    this.goTo(node);
  }

  back = () => this.goTo(this.node.parent);
  forward = () => this.goTo(this.node.children[0]);
  toStart = () => this.goTo(this.tree.root);
  toEnd = () => this.goTo(this.tree.line(this.node).at(-1));

  /** To the branch above or below at the last place where one could choose. */
  sibling(step) {
    const { parent } = this.node;
    if (!parent || parent.children.length < 2) return;
    const all = parent.children;
    this.goTo(all[(all.indexOf(this.node) + step + all.length) % all.length]);
  }

  cut(node) {
    if (!node.parent) return;
    const gone = this.tree.path(this.node).includes(node);
    const parent = this.tree.cut(node);
    this.emit('tree');
    if (gone) this.goTo(parent);
  }

  promote(node) {
    this.tree.promote(node);
    this.emit('tree');
  }
}

export const session = new Session();
