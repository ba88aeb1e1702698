// Draws a shogi board as SVG: wood, grid, labels, marks, pieces, arrows.

import { s } from '../core/dom.js';
import { drawPiece, SANS } from './pieces.js';
import { place, rankLabel } from './squares.js';

export const CELL = { width: 100, height: 109 };
export const MARGIN = { left: 22, top: 46, right: 46, bottom: 22 };
export const WIDTH = MARGIN.left + 9 * CELL.width + MARGIN.right;
export const HEIGHT = MARGIN.top + 9 * CELL.height + MARGIN.bottom;

/** Where on the screen a row and column are. */
export const shown = (row, column, flipped) => (flipped ? { row: 8 - row, column: 8 - column } : { row, column });

const x = (column) => MARGIN.left + column * CELL.width;
const y = (row) => MARGIN.top + row * CELL.height;

function corner(square, flipped) {
  const { row, column } = place(square);
  const at = shown(row, column, flipped);
  return [x(at.column), y(at.row)];
}

/** Wood, lines, stars and labels: what stays when a move is made. */
export function drawGround(flipped) {
  const group = s('g', {}, s('rect', { class: 'board-wood', x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 7 }));
  for (let i = 1; i < 9; i += 1) {
    group.append(s('path', { class: 'board-line', d: `M${x(i)} ${y(0)}V${y(9)}M${x(0)} ${y(i)}H${x(9)}` }));
  }
  group.append(s('rect', { class: 'board-frame', x: x(0), y: y(0), width: 9 * CELL.width, height: 9 * CELL.height }));
  for (const [column, row] of [[3, 3], [6, 3], [3, 6], [6, 6]]) {
    group.append(s('circle', { class: 'board-star', cx: x(column), cy: y(row), r: 5.5 }));
  }
  const label = { class: 'board-label', 'text-anchor': 'middle', 'font-size': 26, 'font-family': SANS };
  for (let i = 0; i < 9; i += 1) {
    const at = flipped ? 8 - i : i;
    group.append(
      s('text', { ...label, x: x(i) + 50, y: MARGIN.top - 14 }, String(9 - at)),
      s('text', { ...label, x: x(9) + 23, y: y(i) + 64 }, rankLabel(at)),
    );
  }
  return group;
}

/** A mark over the whole of a square. */
export function drawMark(square, flipped, own) {
  const [left, top] = corner(square, flipped);
  return s('rect', { class: own, x: left, y: top, width: CELL.width, height: CELL.height });
}

/** A dot where the selected piece can go: a ring where something stands. */
export function drawTarget(square, flipped, taken) {
  const [left, top] = corner(square, flipped);
  return taken
    ? s('rect', { class: 'target-ring', x: left + 6, y: top + 6, width: CELL.width - 12, height: CELL.height - 12, rx: 12 })
    : s('circle', { class: 'target-dot', cx: left + 50, cy: top + 54.5, r: 15 });
}

/** All pieces of a board of 9 x 9. */
export function drawPieces(board, flipped) {
  const group = s('g', {});
  board.forEach((rank, row) => rank.forEach((piece, column) => {
    if (!piece) return;
    const at = shown(row, column, flipped);
    group.append(s('g', { transform: `translate(${x(at.column)} ${y(at.row)})` },
      drawPiece(piece.kind, piece.color, { upside: (piece.color === 'white') !== flipped })));
  }));
  return group;
}

/** An arrow for a move; a drop is a ring with the piece's letter at its square. `rank` 0 is the best line. */
export function drawArrow({ from, to, drop, color }, flipped, rank) {
  const [tx, ty] = corner(to, flipped).map((v, i) => v + (i ? 54.5 : 50));
  const own = `arrow arrow-${Math.min(rank, 3)}`;
  if (!from) {
    return s('g', { class: `${own} arrow-drop` },
      s('circle', { class: 'arrow-ring', cx: tx, cy: ty, r: 45 }),
      s('g', { transform: `translate(${tx - 33} ${ty - 36}) scale(0.66)` },
        drawPiece(drop, color, { upside: (color === 'white') !== flipped })));
  }
  const [fx, fy] = corner(from, flipped).map((v, i) => v + (i ? 54.5 : 50));
  const length = Math.hypot(tx - fx, ty - fy);
  const [ux, uy] = [(tx - fx) / length, (ty - fy) / length];
  const width = [17, 12, 9, 7][Math.min(rank, 3)];
  const head = width * 2.3;
  const [sx, sy] = [fx + ux * 20, fy + uy * 20];
  const [ex, ey] = [tx - ux * 8, ty - uy * 8];
  const [nx, ny] = [ex - ux * head, ey - uy * head];
  const at = (px, py, side, far) => `${(px - uy * side * far).toFixed(1)} ${(py + ux * side * far).toFixed(1)}`;
  const half = width / 2;
  return s('path', {
    class: own,
    d: `M${at(sx, sy, 1, half)}L${at(nx, ny, 1, half)}L${at(nx, ny, 1, head * 0.55)}L${ex.toFixed(1)} ${ey.toFixed(1)}`
      + `L${at(nx, ny, -1, head * 0.55)}L${at(nx, ny, -1, half)}L${at(sx, sy, -1, half)}Z`,
  });
}
