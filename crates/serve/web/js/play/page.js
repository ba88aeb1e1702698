// The page on which one plays against the engine: a form first, then the board, then the result.

import { confirm } from '../core/dialog.js';
import { download } from '../core/download.js';
import { button, h, replace } from '../core/dom.js';
import { moveText, t } from '../core/i18n.js';
import { shortcuts } from '../core/keys.js';
import { announce, fail } from '../core/notices.js';
import { onSetting } from '../core/settings.js';
import { BoardView } from '../board/board-view.js';
import { HandView } from '../board/hand-view.js';
import { choosePromotion } from '../board/promotion.js';
import { resultText } from '../analysis/position-notes.js';
import { session } from '../analysis/session.js';
import { iconButton, meant } from '../analysis/tools.js';
import { Tree } from '../record/tree.js';
import { showClock } from './clock.js';
import { Game } from './game.js';
import { PlayedMoves } from './played-moves.js';
import { setupForm } from './setup.js';

/** The game outlives the view: one may look at another page in between. */
let game = null;
let looked = false;

export function mount(root) {
  let leave = null;
  let gone = false;

  function show() {
    leave?.();
    leave = null;
    if (game) leave = showGame(root, again, forget);
    else replace(root, h('div', { class: 'page' }, setupForm(begin)));
  }
  async function begin(setup) {
    game = await Game.begin(setup);
    show();
  }
  const again = async (setup) => {
    const old = game;
    try {
      game = await Game.begin(setup);
    } catch (error) {
      return void fail(error);
    }
    old.end().catch(fail);
    show();
  };
  const forget = () => {
    game?.end().catch(fail);
    game = null;
    show();
  };
  show();
  if (!game && !looked) {
    looked = true;
    // A game that the server no longer has is no error: one begins another.
    Game.resume().then((found) => { if (found && !game) { game = found; if (!gone) show(); } }, () => {});
  }
  return () => { gone = true; leave?.(); game?.silence(); };
}

function showGame(root, again, forget) {
  let flipped = game.side === 'white';
  /** How many moves are shown; null: all, so that the newest is seen. */
  let reviewing = null;
  const board = new BoardView({
    onMove: (usi) => act(() => game.move(usi)), choosePromotion, onSelect: () => seats.forEach((seat) => seat.mark()),
  });
  const seats = [new HandView('white', board), new HandView('black', board)];
  const banner = h('div', { class: 'banner', role: 'status' });
  const buttons = h('div', { class: 'actions' });
  const count = h('p', { class: 'quiet' });
  const moves = new PlayedMoves((ply) => { reviewing = ply; showBoard(); });
  const field = h('input', {
    type: 'text', class: 'move-field', placeholder: t('typeMove'), 'aria-label': t('typeMoveLabel'), autocomplete: 'off', spellcheck: 'false',
    onkeydown: (event) => {
      if (event.key !== 'Enter' || event.isComposing || !field.value.trim()) return;
      const mv = meant(field.value, board.movable ? board.state.legal_moves : []);
      if (mv) act(() => game.move(mv.usi));
      else announce(t('noSuchMove', { text: field.value }));
      if (mv) field.value = '';
      else { field.setCustomValidity(t('noSuchMove', { text: field.value })); field.reportValidity(); }
    },
    oninput: () => field.setCustomValidity(''),
  });
  const flip = () => { flipped = !flipped; showBoard(); };
  const step = (by) => { reviewing = moves.step(by); showBoard(); };
  replace(root, h('div', { class: 'page play-page' },
    h('h1', { class: 'unseen' }, t('play')),
    h('div', { class: 'main-column' },
      h('div', { class: 'table-box' }, h('div', { class: 'table' }, seats[0].element, board.element, seats[1].element)),
      h('div', { class: 'toolbar' },
        h('div', { class: 'steps' }, iconButton(t('back'), 'back', () => step(-1)), iconButton(t('forward'), 'next', () => step(1))),
        field, h('div', { class: 'steps' }, iconButton(t('flip'), 'flip', flip)))),
    h('div', { class: 'side' }, h('section', { class: 'panel game-panel' }, banner, buttons, count),
      h('section', { class: 'panel moves-panel', 'aria-label': t('movesLabel') }, moves.element))));

  async function act(action) {
    try {
      await action();
    } catch (error) {
      fail(error);
      showBoard();
    }
  }

  async function showBoard() {
    const { view, state } = game;
    if (!view) return;
    const past = reviewing === null ? null : await moves.position(view, reviewing).catch((error) => void fail(error));
    const shown = past ?? view;
    const mine = !past && state.turn === 'you';
    board.show(shown, { flipped, movable: mine });
    for (const seat of seats) {
      seat.show(shown, { flipped, title: seat.color === game.side ? t('you') : game.opponent() });
      showClock(seat, game);
    }
    board.element.classList.toggle('past', Boolean(past));
  }

  function showPanel() {
    const { state, view, side } = game;
    const { result } = state;
    const headline = !result ? t(state.state === 'failed' ? 'engineFailed' : state.turn === 'you' ? 'yourTurn' : 'thinking')
      : !result.winner ? t('gameDrawn') : result.winner === side ? t('youWon') : t('youLost');
    banner.className = `banner${result ? ` over ${result.winner === side ? 'won' : result.winner ? 'lost' : 'drawn'}` : ''}`;
    replace(banner, h('h2', {}, headline), result ? h('p', {}, resultText(result)) : view.in_check ? h('p', {}, t('inCheck')) : null,
      !result && view.occurrences > 1 ? h('p', {}, t('occurrence', { n: view.occurrences })) : null);
    const may = state.declaration !== 'none';
    const declare = () => confirm(t('declare'), t(may ? 'declareAsk' : 'declareFalse'), t('declare'), () => act(() => game.declare(!may)));
    replace(buttons, result ? [
      button(t('rematch'), () => again(game.setup), { class: 'primary', id: 'rematch' }),
      button(t('toAnalysis'), toAnalysis, { id: 'to-analysis' }),
      button(t('saveRecord'), () => act(save)),
      button(t('otherGame'), forget),
    ] : [
      button(t('takeBack'), () => act(() => game.takeBack()), { disabled: !state.can_take_back, id: 'take-back' }),
      state.rule === 'off' ? null : button(t('declare'), declare, { disabled: state.turn !== 'you', id: 'declare', class: may ? 'primary' : null }),
      button(t('resign'), () => confirm(t('resign'), t('resignAsk'), t('resign'), () => act(() => game.resign())), { id: 'resign' }),
    ]);
    const { declaration } = view;
    const near = !result && declaration.king_inside;
    count.textContent = near ? t('declarationPoints', { points: declaration.points, pieces: declaration.pieces_inside, king: t('kingInside') }) : '';
    moves.show(view, result);
  }

  async function save() {
    download('yomikiri.kif', await game.record('kif'));
  }

  function toAnalysis() {
    const { view } = game;
    const tree = new Tree(moves.start(view));
    let node = tree.root;
    for (const mv of view.history) node = tree.add(node, mv);
    node.ending = game.state.result ?? undefined;
    session.load(tree, { players: { [game.side]: t('you'), [game.side === 'black' ? 'white' : 'black']: game.opponent() } }, node);
    location.hash = '#analysis';
  }

  let spoken = -1;
  function changed() {
    reviewing = null;
    showBoard();
    showPanel();
    const { view, state } = game;
    if (state.result) announce(resultText(state.result));
    else if (view.ply !== spoken && view.last_move) {
      announce(`${moveText(view.last_move)}${view.in_check ? `, ${t('inCheck')}` : ''}`);
    }
    spoken = view.ply;
  }
  const ends = [
    game.on('change', changed),
    game.on('gone', () => replace(banner, h('h2', {}, t('gameGone')), button(t('otherGame'), forget, { class: 'primary' }))),
    onSetting('notation pieces', () => { if (game.view) changed(); }),
    shortcuts({
      f: flip, ArrowLeft: () => step(-1), ArrowRight: () => step(1), m: () => field.focus(), b: () => board.grid.querySelector('[tabindex="0"]').focus(),
    }),
  ];
  const ticking = setInterval(() => { if (game?.state?.clock) seats.forEach((seat) => showClock(seat, game)); }, 200);
  game.listen();
  if (game.view) changed();
  return () => {
    clearInterval(ticking);
    ends.forEach((end) => end());
  };
}
