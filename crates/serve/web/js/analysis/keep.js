// Keeps the analysis when the page is loaded again: moves, branches, comments and the place in them. The scores of a
// whole-game analysis are asked of the server again, which has them for a while; their ids are kept.

import { gameOf } from '../record/game-of.js';
import { treeOf } from '../record/open.js';
import { session } from './session.js';

const KEY = 'yomikiri-analysis';

function keep() {
  const { tree, info, node, reviews } = session;
  const path = tree.path(node).slice(1).map(({ move }) => move.usi);
  try {
    if (tree.nodes.size > 1 || tree.start !== 'startpos') sessionStorage.setItem(KEY, JSON.stringify({ game: gameOf(session, false), info, path, reviews }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // No room or not allowed: then it is not kept.
  }
}

/** Takes up what was kept, once, and keeps from now on. */
export function restore() {
  addEventListener('pagehide', keep);
  let kept = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    // Nothing, or nothing that can be read.
  }
  if (!kept) return;
  const tree = treeOf(kept.game);
  let node = tree.root;
  for (const usi of kept.path) node = node.children.find(({ move }) => move.usi === usi) ?? node;
  session.load(tree, kept.info, node, kept.reviews);
}
