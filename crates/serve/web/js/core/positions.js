// What the server says about positions, in the form that the board draws, kept for a while: stepping asks once.

import { post } from './api.js';

const LIMIT = 600;
const cache = new Map();

const KINDS = {
  pawn: 'P', lance: 'L', knight: 'N', silver: 'S', gold: 'G', bishop: 'B', rook: 'R', king: 'K',
  pro_pawn: '+P', pro_lance: '+L', pro_knight: '+N', pro_silver: '+S', horse: '+B', dragon: '+R',
};

/** The letter of a kind (`+R` for a dragon) of the server's word for it. */
export const letterOf = (kind) => KINDS[kind] ?? null;

/** A move with the dropped kind as a letter. */
export const moveOf = (mv) => ({ ...mv, drop: mv.drop ? letterOf(mv.drop) : null });

function boardOf(pieces) {
  const board = Array.from({ length: 9 }, () => Array(9).fill(null));
  for (const { square, color, kind } of pieces) {
    board['abcdefghi'.indexOf(square[1])][9 - Number(square[0])] = { kind: letterOf(kind), color };
  }
  return board;
}

const handOf = (held) => Object.fromEntries(held.map(({ kind, count }) => [letterOf(kind), count]));

/** Where a king is missing, the rule that the one without a move has lost says nothing: there is no game. */
function resultOf({ result, board }) {
  const kings = board.filter(({ kind }) => kind === 'king').length;
  return result?.kind === 'no_legal_move' && kings < 2 ? { ...result, winner: null } : result;
}

/** The server's description of a position as the page uses it. */
export function stateOf(view) {
  return {
    ...view,
    board: boardOf(view.board),
    hands: { black: handOf(view.hands.black), white: handOf(view.hands.white) },
    result: resultOf(view),
    in_check: view.check,
    legal_moves: view.moves.map(moveOf),
    last_move: view.last_move && moveOf(view.last_move),
    occurrences: view.repetition.occurrences,
  };
}

async function ask(text) {
  return stateOf(await post('/positions', { position: text }));
}

/** The position of a text as USI writes it (`startpos moves …`, `sfen … moves …`). */
export async function positionOf(text) {
  const kept = cache.get(text);
  if (kept) {
    cache.delete(text);
    cache.set(text, kept);
    return kept;
  }
  const answer = ask(text);
  cache.set(text, answer);
  if (cache.size > LIMIT) cache.delete(cache.keys().next().value);
  try {
    return await answer;
  } catch (error) {
    cache.delete(text);
    throw error;
  }
}
