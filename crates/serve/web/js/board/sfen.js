// SFEN of the editor's board, both ways. Only the letters: whether a position makes sense is for the server to say.

import { HELD } from './pieces.js';

export const EMPTY = '9/9/9/9/9/9/9/9/9 b - 1';
export const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
/** All of White's pieces but the king to be distributed: a mating problem to begin with. */
export const MATE = '4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1';

/** The board, hands and side of a SFEN that the server wrote. */
export function readSfen(sfen) {
  const [ranks, side, hands, ply] = sfen.split(' ');
  const board = ranks.split('/').map((rank) => {
    const row = [];
    for (const [token] of rank.matchAll(/\+?[a-zA-Z]|\d/g)) {
      if (/\d/.test(token)) row.push(...Array(Number(token)).fill(null));
      else row.push({ kind: token.toUpperCase(), color: /[A-Z]/.test(token) ? 'black' : 'white' });
    }
    return row;
  });
  const held = { black: {}, white: {} };
  for (const [, count, letter] of hands.matchAll(/(\d*)([a-zA-Z])/g)) {
    held[/[A-Z]/.test(letter) ? 'black' : 'white'][letter.toUpperCase()] = Number(count || 1);
  }
  return { board, hands: held, side_to_move: side === 'w' ? 'white' : 'black', ply: Number(ply) || 1 };
}

const letter = ({ kind, color }) => (color === 'black' ? kind : kind.toLowerCase());

export function writeSfen({ board, hands, side_to_move: side, ply = 1 }) {
  const ranks = board.map((row) => {
    let [text, empty] = ['', 0];
    for (const piece of [...row, 'end']) {
      if (piece === null) { empty += 1; continue; }
      if (empty) text += empty;
      empty = 0;
      if (piece !== 'end') text += letter(piece);
    }
    return text;
  });
  const held = ['black', 'white'].flatMap((color) => HELD.filter((kind) => hands[color][kind])
    .map((kind) => `${hands[color][kind] > 1 ? hands[color][kind] : ''}${letter({ kind, color })}`)).join('');
  return `${ranks.join('/')} ${side === 'black' ? 'b' : 'w'} ${held || '-'} ${ply}`;
}
