// Squares of the shogi board: USI names, places on the screen, names for people.

import { japanese } from '../core/i18n.js';
import { get } from '../core/settings.js';

export const RANKS = '一二三四五六七八九';
const LETTERS = 'abcdefghi';

/** Row and column as one looks at the board from Black's side: (0, 0) is 9a, top left. */
export const place = (square) => ({ row: LETTERS.indexOf(square[1]), column: 9 - Number(square[0]) });
export const squareAt = (row, column) => `${9 - column}${LETTERS[row]}`;

/** What is written beside a rank. */
export const rankLabel = (row) => (get('notation') === 'ja' ? RANKS[row] : LETTERS[row]);

/** A square's name as it is read out. */
export function squareName(square) {
  return japanese() ? `${square[0]}${RANKS[LETTERS.indexOf(square[1])]}` : `${square[0]}${square[1]}`;
}
