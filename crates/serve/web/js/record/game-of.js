// The tree as the game that the server writes records of: the reverse of open.js.

import { score } from '../core/format.js';
import { moveText, t } from '../core/i18n.js';

const SHOWN = 10;
const line = (pv) => pv.slice(0, SHOWN).map(moveText).join(' ');

/** What the analysis found at a node, as lines of a comment. */
function findings({ review, judgement, parent }) {
  if (!review) return [];
  const [best] = review.lines;
  const notes = [];
  if (judgement) {
    const better = parent.review?.lines[0]?.pv ?? [];
    notes.push(t('commentBetter', { judgement: t(judgement), loss: Math.round(100 * review.loss), line: line(better) }));
  }
  if (best) {
    notes.push(t('commentLine', { score: score(review.score), depth: best.depth, line: line(best.pv) })
      + (best.rests_on_repetition ? ` (${t('rests')})` : ''));
  }
  return notes;
}

/** The server's shape of a game. `scores` adds what the analysis found. */
export function gameOf({ tree, info }, scores) {
  const comments = (node) => [...(node.comment?.split('\n') ?? []), ...(scores ? findings(node) : [])];
  const plies = (nodes) => nodes.map((node) => ({
    usi: node.move.usi, text_ja: node.move.text_ja, text_en: node.move.text_en, comments: comments(node), time_ms: node.time ?? null,
    score_cp: scores ? node.review?.score.score_cp ?? null : null,
  }));
  const lines = [];
  const follow = (first, parent) => {
    const nodes = tree.line(first).slice(first.parent ? first.ply : 1);
    const index = lines.length;
    lines.push({ parent, at: first.parent ? first.ply - 1 : 0, moves: plies(nodes), ending: (nodes.at(-1) ?? tree.root).ending ?? null });
    for (const node of nodes) {
      const [continued, ...others] = node.parent.children;
      if (continued === node) for (const other of others) follow(other, index);
    }
  };
  follow(tree.root, null);
  const [main, ...branches] = lines;
  return {
    start: tree.sfen, headers: info.headers, comments: comments(tree.root), moves: main.moves, ending: main.ending,
    // The main line is `null`, the first branch 0.
    branches: branches.map((branch) => ({ ...branch, parent: branch.parent === 0 ? null : branch.parent - 1 })),
  };
}
