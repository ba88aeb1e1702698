// Opening a record: paste, choose or drop. What cannot be read is told in place, what was read with doubts as well.

import { button, h } from '../core/dom.js';
import { open } from '../core/dialog.js';
import { t } from '../core/i18n.js';
import { announce, errorText, fail, showError } from '../core/notices.js';
import { gameTitle, infoOf, LARGEST, read, treeOf } from './open.js';

/** Puts a game into the session. */
function take(session, game, name) {
  const info = infoOf(game, name);
  session.load(treeOf(game), info);
  announce(t('opened', { n: game.moves.length }));
}

function choose(session, { games, more }, name) {
  open(t('chooseGame'), (close) => [
    h('div', { class: 'game-list' }, games.map((game, i) => (game.error
      ? h('div', { class: 'alert' }, `${i + 1}. `, errorText(game.error))
      : button(gameTitle(game, i + 1), () => { close(); take(session, game, name); }, { class: 'row-button' })))),
    more ? h('p', { class: 'quiet' }, t('moreGames', { n: more })) : null,
  ]);
}

/** Takes what the server read: the game, or a choice of several. */
function arrived(session, answer, name) {
  if (answer.games.length === 1 && !answer.more) take(session, answer.games[0], name);
  else if (answer.games.length) choose(session, answer, name);
  else throw Object.assign(new Error(t('noGame')), { code: 'record' });
}

async function readFile(file) {
  if (file.size > LARGEST) throw Object.assign(new Error(t('fileTooLarge', { name: file.name })), { code: 'too_large' });
  return read(await file.arrayBuffer(), file.name);
}

/** A file from anywhere; errors are shown in a dialog of their own, as there is no form to show them in. */
export async function openFile(session, file) {
  try {
    arrived(session, await readFile(file), file.name);
  } catch (error) {
    if (error.code === undefined) throw error;
    open(t('cannotRead', { name: file.name }), (close) => [
      h('div', { class: 'alert', role: 'alert' }, errorText(error)),
      h('p', { class: 'quiet' }, t('cannotReadHint')),
      h('div', { class: 'row end' }, button(t('close'), close, { class: 'primary' })),
    ]);
  }
}

export async function openText(session, text) {
  arrived(session, await read(text), '');
}

/** The line of the text that an error names, the character at its column marked. */
function quote(text, place) {
  const found = place?.line && text.split(/\r\n|\r|\n/)[place.line - 1];
  if (!found || found.length > 200) return null;
  const characters = [...found];
  const at = Math.min(Math.max((place.column || 1) - 1, 0), characters.length);
  return h('pre', { class: 'quote' }, characters.slice(0, at).join(''), h('mark', {}, characters[at] ?? ' '), characters.slice(at + 1).join(''));
}

/** The dialog with a box to paste into. */
export function openDialog(session, initial = '') {
  const area = h('textarea', { rows: 9, spellcheck: 'false', class: 'code', placeholder: t('pastePlaceholder'), 'aria-label': t('pasteLabel'), autofocus: true });
  area.value = initial;
  const problem = h('div', {});
  open(t('openTitle'), (close) => {
    const attempt = async (reading) => {
      showError(problem, null);
      try {
        const { answer, name } = await reading();
        arrived(session, answer, name);
        close();
      } catch (error) {
        if (error.code === undefined) throw error;
        showError(problem, error);
        problem.append(quote(area.value, error.place) ?? '');
      }
    };
    const file = h('input', {
      type: 'file', class: 'unseen', tabindex: -1,
      onchange: () => file.files[0] && attempt(async () => ({ answer: await readFile(file.files[0]), name: file.files[0].name })),
    });
    return [
      h('p', { class: 'quiet' }, t('openHint')), area, problem, file,
      h('div', { class: 'row end' },
        button(t('chooseFile'), () => file.click()),
        button(t('openAction'), () => attempt(async () => ({ answer: await read(area.value), name: '' })), { class: 'primary', id: 'open-go' })),
    ];
  }, { wide: true });
}

/** Lets files and text be dropped anywhere on the page, and records be pasted where no field has the focus. */
export function acceptDrops(session) {
  const veil = h('div', { class: 'veil', hidden: true }, h('p', {}, t('dropHere')));
  document.body.append(veil);
  let depth = 0;
  const over = (event) => { event.preventDefault(); veil.hidden = false; };
  const enter = (event) => { depth += 1; over(event); };
  const leave = () => { depth -= 1; if (depth <= 0) { depth = 0; veil.hidden = true; } };
  const drop = async (event) => {
    event.preventDefault();
    depth = 0;
    veil.hidden = true;
    const [file] = event.dataTransfer.files;
    if (file) return openFile(session, file);
    const text = event.dataTransfer.getData('text/plain');
    if (text.trim()) await openText(session, text).catch(fail);
  };
  const paste = (event) => {
    if (event.target.closest?.('input, textarea') || document.querySelector('dialog[open]')) return;
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData('text/plain');
    if (file) openFile(session, file);
    else if (text.trim()) openText(session, text).catch((error) => { fail(error); openDialog(session, text); });
  };
  const listeners = { dragenter: enter, dragover: over, dragleave: leave, drop, paste };
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
  return () => {
    veil.remove();
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
  };
}
