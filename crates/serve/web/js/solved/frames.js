// What the server says about a position of a solved game, as the board of tiles draws it.

import { t } from '../core/i18n.js';

const isUpper = (letter) => letter === letter.toUpperCase();
const swap = (letter) => (isUpper(letter) ? letter.toLowerCase() : letter.toUpperCase());

/** Both sides' names. Of Dobutsu shogi `bottom` is who began. */
export const sideName = (side) => t({ red: 'red', green: 'green', top: 'sky', bottom: 'forest' }[side]);

/** The whole 4 x 4 that the box could become would jump about; one ring around the box is what a single action can reach. */
function dovesFrame(view) {
  const [height, width] = [view.rows.length, Math.max(...view.rows.map((row) => row.length))];
  const [top, left] = [height === 4 ? 0 : -1, width === 4 ? 0 : -1];
  const hand = (side) => ({
    side, title: sideName(side), letters: view.hands[side], mine: view.side_to_move === side, toMove: view.side_to_move === side && view.moves.length > 0,
  });
  return {
    rows: height === 4 ? 4 : height + 2, columns: width === 4 ? 4 : width + 2, top, left,
    cell: (row, column) => view.rows[row]?.[column] ?? null,
    inside: (row, column) => row >= 0 && row < height && column >= 0 && column < width,
    hands: [hand('green'), hand('red')], walls: { left_right: width === 4, top_bottom: height === 4 },
    sideName: (letter) => sideName(isUpper(letter) ? 'red' : 'green'),
  };
}

/** Texts of Dobutsu shogi are seen by the side to move; the board stays where it is. `turned`: that is the side at the top. */
function dobutsuFrame(view, turned) {
  const rows = turned ? view.rows.map((row) => row.map((letter) => letter && swap(letter)).reverse()).reverse() : view.rows;
  // Upper case is the side to move.
  const letters = (own) => (own ? view.hands.upper : view.hands.lower).map((letter) => (own === turned ? letter.toLowerCase() : letter.toUpperCase()));
  const hand = (side) => {
    const own = (side === 'top') === turned;
    return { side, title: sideName(side), letters: letters(own), mine: own, toMove: own && view.moves.length > 0 };
  };
  return {
    rows: 4, columns: 3, top: 0, left: 0,
    cell: (row, column) => rows[row]?.[column] ?? null, inside: () => true,
    hands: [hand('top'), hand('bottom')], walls: null,
    sideName: (letter) => sideName(isUpper(letter) ? 'bottom' : 'top'),
  };
}

/** The frame, and the moves with squares and letters as the frame has them. */
export function framed(game, view, turned) {
  const pair = (at) => at && [at.row, at.column];
  const turn = (at) => (at && turned ? [3 - at[0], 2 - at[1]] : at);
  const all = view.moves.map((mv) => ({ ...mv, from: pair(mv.from), to: pair(mv.to) }));
  if (game === 'doves') return { frame: dovesFrame(view), moves: all, mover: view.side_to_move };
  const moves = all.map((mv) => ({ ...mv, from: turn(mv.from), to: turn(mv.to), piece: turned ? swap(mv.piece) : mv.piece }));
  return { frame: dobutsuFrame(view, turned), moves, mover: turned ? 'top' : 'bottom' };
}

/** The other side. */
export const other = (side) => ({ red: 'green', green: 'red', top: 'bottom', bottom: 'top' })[side];
