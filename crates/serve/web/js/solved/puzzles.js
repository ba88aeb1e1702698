// Puzzles of Tokyo Doves (詰めハト): one plays the single winning line, with a hint and the solution on request.

import { getJson } from '../core/api.js';
import { button, h, replace, select } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { shortcuts } from '../core/keys.js';
import { announce, fail, showError } from '../core/notices.js';
import { iconButton } from '../analysis/tools.js';
import { sideName } from './frames.js';
import { TileBoard } from './tile-board.js';
import { kindName, tileName } from './tiles.js';
import { equal } from './values.js';
import { Walk } from './walk.js';

/** Plies to the end of the game. The game's community counts two less: to where the boss is beyond help. */
const DEPTHS = [3, 5, 7, 9, 11, 13, 15, 17, 19, 21];
let depth = 5;

export function puzzles(game, info, table) {
  const walk = new Walk(game, table, info.start);
  const task = h('h2', { class: 'puzzle-task' });
  const told = h('div', { class: 'puzzle-told', role: 'status' });
  const problem = h('div', {});
  let puzzle = null;
  let shown = false;
  const board = new TileBoard(game, (mv) => attempt(mv).catch(fail));
  board.hideValues = true;

  async function next() {
    showError(problem, null);
    replace(told, h('p', { class: 'quiet' }, t('puzzleSearching')));
    shown = false;
    try {
      // From anywhere in the table; from its beginning, if there is none behind that place.
      const look = (from) => getJson(`/solved/${game}/puzzles?${new URLSearchParams({ plies: depth, count: 1, from, ...(table ? { table } : {}) })}`);
      const size = info.tables.find(({ file }) => file === table)?.entries ?? 1;
      let answer = await look(Math.floor(Math.random() * size));
      if (!answer.puzzles.length) answer = await look(0);
      [puzzle] = answer.puzzles;
      if (!puzzle) {
        replace(told, h('p', {}, t('puzzleNone')));
        return;
      }
      replace(told);
      await walk.begin(puzzle.position);
    } catch (error) {
      replace(told);
      showError(problem, error);
    }
  }

  async function attempt(mv) {
    const { moves } = walk.here;
    if (!equal(mv, moves[0])) {
      replace(told, h('p', { class: 'wrong' }, t('puzzleWrong', { move: `${tileName(game, mv.piece)} ${mv.text}` })));
      board.select(null);
      return;
    }
    await walk.play(mv);
    if (walk.here.ended) return solvedNow();
    replace(told, h('p', { class: 'right' }, t('puzzleRight')));
    // The longest defence answers.
    const [reply] = walk.here.moves;
    await new Promise((resolve) => { setTimeout(resolve, 600); });
    if (reply) await walk.play(reply);
  }

  function solvedNow() {
    replace(told, h('p', { class: 'right big' }, t('puzzleSolved')));
    announce(t('puzzleSolved'));
  }

  function hint() {
    const best = walk.here?.moves[0];
    if (best) replace(told, h('p', {}, t('hintText', { kind: kindName(game, best.kind), piece: tileName(game, best.piece) })));
  }

  function solution() {
    if (!puzzle) return;
    shown = true;
    replace(told, h('p', {}, t('solution'), ': ', puzzle.solution.map(({ text }) => h('code', { class: 'solution-move' }, text))));
    board.hideValues = false;
    board.draw();
  }

  function change() {
    const { here } = walk;
    if (!here) return;
    board.hideValues = !shown;
    board.show(here.frame, here.moves);
    if (walk.index === 0) task.textContent = t('puzzleTask', { side: sideName(here.mover), n: puzzle.plies, m: puzzle.moves });
  }

  const element = h('div', { class: 'solved-columns' },
    h('div', { class: 'main-column' }, board.element,
      h('div', { class: 'toolbar' }, h('div', { class: 'steps' }, iconButton(t('restart'), 'first', () => walk.to(0)), iconButton(t('undo'), 'back', walk.back), iconButton(t('redo'), 'next', walk.forward)))),
    h('div', { class: 'side' }, h('section', { class: 'panel puzzle-panel' }, task, told, problem,
      h('div', { class: 'actions' }, button(t('hint'), hint, { id: 'hint' }), button(t('solution'), solution, { id: 'solution' }), button(t('puzzleNext'), next, { class: 'primary', id: 'next-puzzle' })),
      select(t('puzzleDepth'), DEPTHS.map((n) => [n, t('puzzleLength', { m: n - 2, n })]), depth, (n) => { depth = Number(n); next(); }, { class: 'narrow' })),
    h('p', { class: 'quiet' }, t('rulesDoves'), ' ', t('wallNote'))));
  const ends = [walk.on('change', change), shortcuts({ ArrowLeft: walk.back, ArrowRight: walk.forward })];
  next();
  return { element, end: () => ends.forEach((end) => end()) };
}
