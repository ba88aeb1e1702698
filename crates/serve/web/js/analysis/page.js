// The analysis page: board, engine, score graph, moves, and what one does with them.

import { button, h, replace } from '../core/dom.js';
import { confirm } from '../core/dialog.js';
import { known, moveText, t } from '../core/i18n.js';
import { shortcuts } from '../core/keys.js';
import { announce, errorText } from '../core/notices.js';
import { reasonText } from '../core/reasons.js';
import { get, onSetting, set } from '../core/settings.js';
import { BoardView } from '../board/board-view.js';
import { Editor } from '../board/editor.js';
import { HandView } from '../board/hand-view.js';
import { choosePromotion } from '../board/promotion.js';
import { MoveList } from '../record/move-list.js';
import { acceptDrops, openDialog } from '../record/open-dialog.js';
import { exportDialog } from '../record/export-menu.js';
import { Tree } from '../record/tree.js';
import { EnginePanel } from './engine-panel.js';
import { PositionNotes, resultText } from './position-notes.js';
import { Review } from './review.js';
import { ScoreGraph } from './score-graph.js';
import { session } from './session.js';
import { commentBox, helpDialog, iconButton, moveField, stepper } from './tools.js';

/** Whole-game analysis goes on while another page is looked at: its panel is made once for a language. */
let review = null;
let reviewLanguage = null;

/** Where and why a record is followed no further, as an error. */
function cutError({ message, place, text, left_out: n, why }) {
  const reason = reasonText(why);
  return { code: 'cut', place, message: reason ? t('cutText', { text, reason, n }) : message };
}

export function mount(root) {
  const view = new BoardView({ onMove: (usi) => session.play(usi), choosePromotion, onSelect: () => hands.forEach((hand) => hand.mark()) });
  const hands = [new HandView('white', view), new HandView('black', view)];
  const notes = new PositionNotes();
  const list = new MoveList(session);
  const graph = new ScoreGraph(session);
  const engine = new EnginePanel(session, (arrows) => view.setArrows(arrows));
  const comment = commentBox(session);
  const branchTools = h('div', { class: 'steps' });
  const gameInfo = h('div', { class: 'game-info' });
  if (reviewLanguage !== get('language')) {
    review?.stop();
    const first = !review;
    review = new Review(session, review?.summary);
    reviewLanguage = get('language');
    if (first && session.reviews.length) review.resume();
  } else if (review.tree !== session.tree) {
    review.reset();
  }
  let editor = null;

  const flip = () => { set('flipped', !get('flipped')); show(); };
  const fresh = () => {
    const start = () => session.load(new Tree());
    if (session.tree.nodes.size > 1) confirm(t('newGame'), t('newGameAsk'), t('newGame'), start);
    else start();
  };
  const edit = () => {
    if (editor || !session.state) return;
    engine.setOn(false);
    view.setArrows([]);
    editor = new Editor({
      view, hands, sfen: session.state.sfen, flipped: get('flipped'),
      finish: (sfen) => {
        editor = null;
        page.classList.remove('editing');
        if (sfen) session.load(new Tree(`sfen ${sfen}`));
        else show();
      },
    });
    page.classList.add('editing');
    side.prepend(editor.element);
  };
  const help = () => helpDialog([
    [['←', '→'], t('keySteps')], [['Home', 'End'], t('keyEnds')], [['↑', '↓'], t('keyBranches')], [['F'], t('flip')], [['E'], t('edit')],
    [['O'], t('openRecord')], [['S'], t('export')], [['A'], t('engine')], [['G'], t('reviewStart')], [['M'], t('typeMoveLabel')],
    [['B'], t('keyBoard')], [['?'], t('shortcuts')],
  ]);

  const field = moveField(session);
  const toolbar = h('div', { class: 'toolbar' }, stepper(session), field,
    h('div', { class: 'steps' }, iconButton(t('flip'), 'flip', flip), iconButton(t('edit'), 'edit', edit, { id: 'edit' }),
      iconButton(t('shortcuts'), 'help', help, { class: 'icon only-wide' })));
  const actions = h('div', { class: 'actions' },
    h('button', { type: 'button', class: 'primary', id: 'open', onclick: () => openDialog(session) }, t('openRecord')),
    h('button', { type: 'button', id: 'export', onclick: () => exportDialog(session, { flipped: get('flipped'), review: review.last }) }, t('export')),
    h('button', { type: 'button', onclick: fresh }, t('newGame')));
  const boardBox = h('div', { class: 'table' }, hands[0].element, view.element, hands[1].element);
  const side = h('div', { class: 'side' }, actions, gameInfo, engine.element, review.element,
    h('section', { class: 'panel moves-panel', 'aria-label': t('movesLabel') }, list.element, branchTools, comment.element));
  const page = h('div', { class: 'page analysis' },
    h('h1', { class: 'unseen' }, t('analysis')),
    h('div', { class: 'main-column' }, h('div', { class: 'table-box' }, boardBox), notes.element, toolbar,
      h('section', { class: 'panel graph-panel', 'aria-label': t('graphLabel') }, graph.element)),
    side);
  replace(root, page);

  function show() {
    const { state, info } = session;
    if (!state || editor) return;
    const flipped = get('flipped');
    view.show(state, { flipped });
    hands.forEach((hand) => hand.show(state, { flipped, title: info.players[hand.color] }));
    notes.show(state, session.stateNode);
  }

  function showBranchTools() {
    const { node } = session;
    replace(branchTools,
      node.parent && !node.onMain ? button(t('promoteBranch'), () => session.promote(node), { class: 'plain' }) : null,
      node.parent ? button(t('cutHere'), () => session.cut(node), { class: 'plain' }) : null);
  }

  function showInfo() {
    const { info } = session;
    const shown = info.headers.filter(({ value }) => value);
    replace(gameInfo, info.cut ? h('div', { class: 'alert', role: 'alert' }, errorText(cutError(info.cut))) : null, info.name || shown.length ? h('details', { class: 'headers' },
      h('summary', {}, info.name || t('headers')),
      h('dl', {}, shown.map(({ key, value }) => [h('dt', {}, known(`header_${key}`) ? t(`header_${key}`) : key), h('dd', {}, value)])),
      info.notes.length ? h('ul', { class: 'quiet' }, info.notes.map(({ text, reason }) => h('li', {}, reasonText(reason) ?? text))) : null) : null);
  }

  function speak() {
    const { node, state } = session;
    const parts = [node.parent ? `${node.ply} ${moveText(node.move)}` : t('startPosition')];
    if (state.result) parts.push(resultText(state.result));
    else if (state.in_check) parts.push(t('inCheck'));
    if (state.occurrences > 1) parts.push(t('occurrence', { n: state.occurrences }));
    announce(parts.join(', '));
  }

  const drawAll = () => {
    list.draw();
    graph.draw();
    if (session.state && !editor) notes.show(session.state, session.stateNode);
  };
  let drawing = 0;
  const soon = () => { drawing ||= requestAnimationFrame(() => { drawing = 0; drawAll(); }); };
  const ends = [
    session.on('tree review comment', soon),
    session.on('load', () => { review.reset(); showInfo(); }),
    session.on('node', () => { list.mark(); graph.mark(); comment.show(); showBranchTools(); engine.restart(); }),
    session.on('state', () => { show(); speak(); engine.restart(); }),
    onSetting('notation pieces', () => { show(); drawAll(); engine.redraw(); }),
    acceptDrops(session),
    shortcuts({
      ArrowLeft: session.back, ArrowRight: session.forward, ArrowUp: () => session.sibling(-1), ArrowDown: () => session.sibling(1),
      Home: session.toStart, End: session.toEnd, f: flip, e: edit, o: () => openDialog(session), s: () => exportDialog(session, { flipped: get('flipped'), review: review.last }),
      a: () => engine.setOn(!engine.on), g: () => review.start(), m: () => field.focus(), '?': help,
      b: () => view.grid.querySelector('[tabindex="0"]').focus(),
    }),
  ];
  drawAll();
  showInfo();
  showBranchTools();
  session.refresh();

  return () => {
    ends.forEach((end) => end());
    engine.end();
  };
}
