// From what was pasted, dropped or chosen to games: the server reads, this makes trees of its answer.

import { postBytes } from '../core/api.js';
import { moveOf } from '../core/positions.js';
import { START } from '../board/sfen.js';
import { Tree } from './tree.js';

/** The largest file that is sent at all; the server has its own limit and says so. */
export const LARGEST = 8 * 1024 * 1024;

/** What the server reads in a text or in bytes of any character set: `games` (or why one was refused), `more`. */
export const read = (content, name = '') => postBytes(`/records/parse${name ? `?name=${encodeURIComponent(name.slice(-200))}` : ''}`, content);

const text = (comments) => (comments?.length ? comments.join('\n') : undefined);

function hang(tree, from, moves) {
  let node = from;
  for (const mv of moves) {
    node = tree.add(node, moveOf(mv));
    node.comment ??= text(mv.comments);
    node.time ??= mv.time_ms ?? undefined;
  }
  return node;
}

/** The tree of a game with its branches. */
export function treeOf(game) {
  const tree = new Tree(game.start === START ? 'startpos' : `sfen ${game.start}`);
  const end = hang(tree, tree.root, game.moves);
  tree.root.comment = text(game.comments);
  end.ending = game.ending ?? undefined;
  const lines = [];
  for (const branch of game.branches) {
    // The node after `at` moves of the line that is left.
    const left = branch.parent === null ? end : lines[branch.parent];
    const from = tree.path(left)[Math.min(branch.at, left.ply)];
    const last = hang(tree, from, branch.moves);
    last.ending ??= branch.ending ?? undefined;
    lines.push(last);
  }
  return tree;
}

/** What the page keeps of a record beside its moves. */
export function infoOf(game, name) {
  return {
    name, headers: game.headers, players: { black: game.black ?? '', white: game.white ?? '' },
    notes: game.notes.map(({ text, reason }) => ({ text, reason })), cut: game.cut,
  };
}

/** The title of a game in a list. */
export function gameTitle(game, number) {
  const players = [game.black && `☗${game.black}`, game.white && `☖${game.white}`].filter(Boolean).join(' ');
  return `${number}. ${players || game.handicap || '–'} (${game.moves.length})`;
}
