// A game as a tree: nodes are positions, the first child of each goes on with its line, the others are branches.

import { START } from '../board/sfen.js';

/** A position, and the move that led there (none at the root). */
class Node {
  children = [];

  constructor(id, parent, mv) {
    this.id = id;
    this.parent = parent;
    this.move = mv;
    this.ply = parent ? parent.ply + 1 : 0;
  }

  /** Whether the node is on the first line from its root. */
  get onMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.onMain);
  }
}

export class Tree {
  #next = 0;

  /** `start` is `startpos` or `sfen …`. */
  constructor(start = 'startpos') {
    this.start = start;
    this.nodes = new Map();
    this.root = this.#node(null, null);
  }

  #node(parent, mv) {
    const node = new Node(this.#next, parent, mv);
    this.nodes.set(this.#next, node);
    this.#next += 1;
    return node;
  }

  /** The first position as SFEN. */
  get sfen() {
    return this.start === 'startpos' ? START : this.start.replace(/^sfen /, '');
  }

  /** The child by this move, made if it is not there. A move has `usi`, `text_ja`, `text_en`. */
  add(parent, mv) {
    const there = parent.children.find((child) => child.move.usi === mv.usi);
    if (there) return there;
    const node = this.#node(parent, mv);
    parent.children.push(node);
    return node;
  }

  /** Cuts a node off with all that follows; the parent is given back. */
  cut(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
    const gone = [node];
    while (gone.length) {
      const next = gone.pop();
      this.nodes.delete(next.id);
      gone.push(...next.children);
    }
    return node.parent;
  }

  /** Makes the line that leads to a node, and goes on from it, the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      at.parent.children = [at, ...at.parent.children.filter((child) => child !== at)];
    }
  }

  /** From the root to the node, the root included. */
  path(node) {
    const path = [];
    for (let at = node; at; at = at.parent) path.unshift(at);
    return path;
  }

  /** The line on which a node lies: up to it, then first children. */
  line(node) {
    const line = this.path(node);
    while (line.at(-1).children.length) line.push(line.at(-1).children[0]);
    return line;
  }

  main() {
    return this.line(this.root);
  }

  /** The text of a node's position, with the moves that led there: repetition needs them. */
  text(node) {
    const moves = this.path(node).slice(1).map((n) => n.move.usi);
    return moves.length ? `${this.start} moves ${moves.join(' ')}` : this.start;
  }
}
