// The pieces of the solved games: doves and animals as tiles, with marks that show how they move.

import { s } from '../core/dom.js';
import { japanese, t } from '../core/i18n.js';
import { SANS } from '../board/pieces.js';

const ORTHOGONAL = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const DIAGONAL = [[1, -1], [1, 1], [-1, 1], [-1, -1]];
const KNIGHT = [[1, -2], [2, -1], [2, 1], [1, 2], [-1, 2], [-2, 1], [-2, -1], [-1, -2]];

const DOVES = {
  B: { name: 'boss', steps: [...ORTHOGONAL, ...DIAGONAL] },
  A: { name: 'aniki', steps: [...ORTHOGONAL, ...DIAGONAL] },
  Y: { name: 'yaibato', steps: ORTHOGONAL },
  M: { name: 'mamedeppo', steps: DIAGONAL },
  T: { name: 'totsu', slides: ORTHOGONAL },
  H: { name: 'hajike', jumps: KNIGHT },
};
const ANIMALS = {
  L: { name: 'lion', kana: 'ラ', steps: [...ORTHOGONAL, ...DIAGONAL] },
  G: { name: 'giraffe', kana: 'キ', steps: ORTHOGONAL },
  E: { name: 'elephant', kana: 'ゾ', steps: DIAGONAL },
  C: { name: 'chick', kana: 'ヒ', steps: [[0, -1]] },
  H: { name: 'hen', kana: 'ニ', steps: [...ORTHOGONAL, [1, -1], [-1, -1]] },
};

/** The name of a piece for people; the letter may be of either case. */
export const tileName = (game, letter) => t((game === 'doves' ? DOVES : ANIMALS)[letter.toUpperCase()].name);

/** What a move does. */
export const kindName = (game, kind) => t(kind === 'put' ? (game === 'doves' ? 'kindPut' : 'kindDrop') : kind === 'remove' ? 'kindRemove' : 'kindMove');

function marks({ steps = [], slides = [], jumps = [] }) {
  const dot = ([x, y]) => s('circle', { class: 'tile-dot', cx: 50 + x * 36, cy: 50 + y * 36, r: 3.6 });
  const bar = ([x, y]) => s('path', { class: 'tile-bar', d: `M${50 + x * 30} ${50 + y * 30}L${50 + x * 39} ${50 + y * 39}` });
  const small = ([x, y]) => s('circle', { class: 'tile-dot', cx: 50 + x * 18, cy: 50 + y * 18, r: 3.4 });
  return [steps.map(dot), slides.map(bar), jumps.map(small)];
}

const BODY = 'M29 59c0-13 11-20 21-18l5-5c1-7 11-8 13-1l6 3-6 3c1 13-7 24-20 25H36l-11 5c3-4 4-7 4-12Z';
const WING = 'M36 56c7-8 16-7 20 1-5 6-14 6-20-1Z';
const COMB = 'M58 31c-2-5 2-7 3-4 1-4 5-3 4 0 3-2 5 1 2 4Z';

function dove(letter) {
  const side = letter === letter.toUpperCase() ? 'red' : 'green';
  const kind = letter.toUpperCase();
  return s('g', { class: `tile dove ${side}${kind === 'B' ? ' boss' : ''}` },
    s('rect', { class: 'tile-face', x: 5, y: 5, width: 90, height: 90, rx: 16 }),
    kind === 'B' ? s('rect', { class: 'tile-ring', x: 10, y: 10, width: 80, height: 80, rx: 12 }) : null,
    s('g', { transform: 'translate(48 51) scale(1.06) translate(-50 -52)' },
      s('path', { class: 'dove-body', d: BODY }), s('path', { class: 'dove-wing', d: WING }),
      kind === 'B' ? s('path', { class: 'dove-comb', d: COMB }) : null,
      s('circle', { class: 'dove-eye', cx: 62, cy: 37, r: 1.7 })),
    marks(DOVES[kind]),
    s('text', { class: 'tile-letter', x: 70, y: 76, 'text-anchor': 'middle', 'font-size': 17, 'font-weight': 700, 'font-family': SANS }, kind));
}

/** An animal; the letter's case tells whose it is: upper case for the side at the bottom. */
function animal(letter) {
  const top = letter !== letter.toUpperCase();
  const kind = ANIMALS[letter.toUpperCase()];
  return s('g', { class: `tile animal ${kind.name} ${top ? 'top' : 'bottom'}`, transform: top ? 'rotate(180 50 50)' : '' },
    s('path', { class: 'tile-face', d: 'M18 9H82Q91 9 91 18V82Q91 91 82 91H18Q9 91 9 82V18Q9 9 18 9Z' }),
    s('path', { class: 'tile-front', d: 'M38 5.5H62L50-1.5Z', transform: 'translate(0 4)' }),
    s('text', { class: 'tile-ink', x: 50, y: 67, 'text-anchor': 'middle', 'font-size': 46, 'font-weight': 700, 'font-family': SANS },
      japanese() ? kind.kana : letter.toUpperCase()),
    marks(kind));
}

/** A tile as a picture of its own. */
export function tile(game, letter) {
  return s('svg', { class: 'tile-svg', viewBox: '0 0 100 100', 'aria-hidden': 'true' }, game === 'doves' ? dove(letter) : animal(letter));
}
