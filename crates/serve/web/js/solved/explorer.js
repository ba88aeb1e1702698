// Walking through a solved game: board, value, moves by result, best play to the end.

import { button, h, replace } from '../core/dom.js';
import { copy } from '../core/download.js';
import { t } from '../core/i18n.js';
import { shortcuts } from '../core/keys.js';
import { announce, fail, showError } from '../core/notices.js';
import { reasonText } from '../core/reasons.js';
import { iconButton } from '../analysis/tools.js';
import { other, sideName } from './frames.js';
import { TileBoard } from './tile-board.js';
import { kindName, tileName } from './tiles.js';
import { badge, longValue, tone } from './values.js';
import { Walk } from './walk.js';

const PAUSE = 750;

/** The walks outlive the view, one for each game and table. */
const walks = new Map();

export function explorer(game, info, table, notice) {
  const key = `${game} ${table ?? ''}`;
  const walk = walks.get(key) ?? new Walk(game, table, info.start);
  walks.set(key, walk);
  const play = (mv) => walk.play(mv).catch(fail);
  const board = new TileBoard(game, play);
  const value = h('div', { class: 'value-banner', role: 'status' });
  const list = h('div', { class: 'solved-moves', role: 'list', 'aria-label': t('legalMoves') });
  const problem = h('div', {});
  const field = h('input', { type: 'text', class: 'code', spellcheck: 'false', 'aria-label': t('positionText') });
  const set = async () => {
    showError(problem, null);
    await walk.begin(field.value.trim()).catch((error) => showError(problem, error));
  };
  field.addEventListener('keydown', (event) => { if (event.key === 'Enter') set(); });
  let timer = 0;
  const walker = button(t('walk'), () => (timer ? halt() : run()), { class: 'primary', id: 'walk' });
  const counter = h('span', { class: 'quiet' });

  // The server tells the best moves first.
  const best = () => walk.here?.moves[0];
  function halt() {
    clearTimeout(timer);
    timer = 0;
    walker.textContent = t('walk');
  }
  async function run() {
    const mv = best();
    if (!mv?.value || mv.value.result === 'draw') return halt();
    walker.textContent = t('stop');
    timer = setTimeout(async () => {
      await play(mv);
      if (timer) run();
    }, PAUSE);
    return undefined;
  }

  function showValue() {
    const { here } = walk;
    const side = sideName(here.mover);
    if (here.ended) {
      value.className = 'value-banner value-win';
      // A move that leaves the lion to be captured ends the game as far as tables go.
      if (game === 'dobutsu' && here.over === 'loss' && here.mv?.value?.plies === 2) {
        replace(value, h('strong', {}, t('lionNext', { side: sideName(other(here.mover)) })));
        announce(value.textContent);
        return;
      }
      replace(value, h('strong', {}, here.over === 'draw' ? t('valueDraw') : here.over ? t('gameOver', { side: sideName(here.over === 'win' ? here.mover : other(here.mover)) }) : t('gameEnd')));
      announce(value.textContent);
      return;
    }
    value.className = `value-banner ${tone(here.view.value)}`;
    replace(value, h('strong', {}, here.view.value ? longValue(here.view.value, side) : t('toMove', { side })),
      table && here.view.missing ? h('p', { class: 'quiet' }, reasonText(here.view.missing_reason) ?? here.view.missing) : null);
    announce(value.textContent);
  }

  function showMoves() {
    const { moves } = walk.here;
    replace(list, moves.map((mv) => h('div', { role: 'listitem' }, h('button', { type: 'button', class: 'solved-move', onclick: () => play(mv) },
      h('span', { class: 'solved-kind' }, kindName(game, mv.kind)),
      h('span', {}, tileName(game, mv.piece), ' ', h('code', {}, mv.text)), badge(mv.value)))));
    walker.disabled = !moves[0]?.value || moves[0].value.result === 'draw';
    if (walker.disabled) halt();
  }

  function change() {
    const { here } = walk;
    if (!here) return;
    board.show(here.frame, here.moves);
    showValue();
    showMoves();
    field.value = here.text;
    counter.textContent = `${walk.index} / ${walk.entries.length - 1}`;
  }

  const step = (action) => () => { halt(); action(); };
  const element = h('div', { class: 'solved-columns' },
    h('div', { class: 'main-column' }, board.element,
      h('div', { class: 'toolbar' }, h('div', { class: 'steps' },
        iconButton(t('restart'), 'first', step(() => walk.begin().catch(fail))), iconButton(t('undo'), 'back', step(walk.back)),
        iconButton(t('redo'), 'next', step(walk.forward))), counter, walker),
      h('p', { class: 'quiet center' }, t(game === 'doves' ? 'rulesDoves' : 'rulesDobutsu'), game === 'doves' ? ` ${t('wallNote')}` : '')),
    h('div', { class: 'side' }, h('section', { class: 'panel' }, value), notice,
      h('section', { class: 'panel solved-list', 'aria-label': t('legalMoves') }, list),
      h('section', { class: 'panel position-panel' }, h('label', { class: 'quiet' }, t('positionText')),
        h('div', { class: 'row nowrap' }, field, button(t('setPosition'), set), button(t('copy'), () => copy(field.value))), problem)));
  const ends = [walk.on('change', change), shortcuts({ ArrowLeft: step(walk.back), ArrowRight: step(walk.forward), Home: step(() => walk.to(0)), End: step(() => walk.to(Infinity)) })];
  if (walk.here) change();
  else walk.begin().catch((error) => showError(problem, error));
  return { element, end: () => { halt(); ends.forEach((end) => end()); } };
}
