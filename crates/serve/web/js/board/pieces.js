// The shogi pieces: names, order, and their drawing as pentagons with kanji (or letters).

import { s } from '../core/dom.js';
import { japanese } from '../core/i18n.js';
import { get } from '../core/settings.js';

/** Kinds that can be held, the most valuable first, as hands are written. */
export const HELD = ['R', 'B', 'G', 'S', 'N', 'L', 'P'];
export const PROMOTES = new Set(['R', 'B', 'S', 'N', 'L', 'P']);

const KINDS = {
  K: ['王', 'king', '玉'], R: ['飛', 'rook', '飛車'], B: ['角', 'bishop', '角'], G: ['金', 'gold', '金'],
  S: ['銀', 'silver', '銀'], N: ['桂', 'knight', '桂馬'], L: ['香', 'lance', '香車'], P: ['歩', 'pawn', '歩'],
  '+R': ['龍', 'dragon', '龍'], '+B': ['馬', 'horse', '馬'], '+S': ['全', 'promoted silver', '成銀'],
  '+N': ['圭', 'promoted knight', '成桂'], '+L': ['杏', 'promoted lance', '成香'], '+P': ['と', 'tokin', 'と金'],
};
const SIZE = { K: 1, R: 0.97, B: 0.97, G: 0.93, S: 0.93, N: 0.89, L: 0.87, P: 0.82 };

/** The character on a piece: Black's king is 玉. */
export const kanji = (kind, color) => (kind === 'K' && color === 'black' ? '玉' : KINDS[kind][0]);

/** What a piece is called. */
export const pieceName = (kind) => KINDS[kind][japanese() ? 2 : 1];

/** Whose: 先手 and 後手 in Japanese, Black and White in English. */
export const colorName = (color) => (japanese() ? { black: '先手', white: '後手' } : { black: 'Black', white: 'White' })[color];

const SERIF = "'Hiragino Mincho ProN','Yu Mincho','YuMincho','Noto Serif CJK JP','Noto Serif JP','Source Han Serif JP',serif";
export const SANS = "system-ui,'Hiragino Sans','Yu Gothic UI','Noto Sans CJK JP','Noto Sans JP',sans-serif";

/** A piece within a cell of 100 x 109 whose corner is at (0, 0), seen upright or upside down. */
export function drawPiece(kind, color, { upside = color === 'white' } = {}) {
  const scale = SIZE[kind.replace('+', '')] * 0.92;
  const letters = get('pieces') === 'letters';
  return s('g', {
    class: kind.startsWith('+') ? 'piece promoted' : 'piece',
    transform: `translate(50 54.5) rotate(${upside ? 180 : 0}) scale(${scale.toFixed(3)})`,
  },
  // The light comes from above: the edge that is seen is the one below, whichever way the piece looks.
  s('path', { class: 'piece-side', d: upside ? 'M0-51 29-38 43 43V39H-43V43L-29-38Z' : 'M-43 45 43 45 43.5 49H-43.5Z' }),
  s('path', { class: 'piece-face', d: 'M0-51 29-38 43 45H-43L-29-38Z' }),
  s('text', {
    class: 'piece-ink', x: 0, y: letters ? 22 : 25, 'text-anchor': 'middle', 'font-weight': 700,
    'font-size': letters ? (kind.length > 1 ? 40 : 50) : 57, 'font-family': letters ? SANS : SERIF,
  }, letters ? kind : kanji(kind, color)));
}

/** A piece as a picture of its own, for hands and palettes. */
export function pieceIcon(kind, color, upside = false) {
  return s('svg', { class: 'piece-icon', viewBox: '0 0 100 109', 'aria-hidden': 'true' },
    drawPiece(kind, color, { upside }));
}
