// Taking things out: the record with comments, the board and the graph as pictures, the position as text.

import { button, h } from '../core/dom.js';
import { getBlob, post } from '../core/api.js';
import { open } from '../core/dialog.js';
import { copy, download } from '../core/download.js';
import { t } from '../core/i18n.js';
import { fail } from '../core/notices.js';
import { get } from '../core/settings.js';
import { gameOf } from './game-of.js';

const baseName = ({ info }) => (info.name || 'yomikiri').replace(/\.[^.]*$/, '');

async function record(session, format, scores) {
  download(`${baseName(session)}.${format}`, await post(`/records/export?format=${format}`, gameOf(session, scores)));
}

async function board(session, flipped, kind) {
  const query = new URLSearchParams({ position: session.tree.text(session.node), flip: flipped, size: 800, lang: get('notation') });
  download(`${baseName(session)}-${session.node.ply}.${kind}`, await getBlob(`/pictures/board.${kind}?${query}`));
}

/** `review` is the id of the analysis of the game, if there was one. */
export function exportDialog(session, { flipped, review }) {
  const run = (label, action, id) => button(label, () => action().catch(fail), { id });
  const scored = session.tree.main().some((node) => node.review);
  const scores = h('input', { type: 'checkbox', checked: scored });
  const graph = async (kind) => download(`${baseName(session)}-score.${kind}`, await getBlob(`/reviews/${review}/graph.${kind}?lang=${get('language')}`));
  open(t('exportTitle'), () => [
    h('h3', {}, t('exportRecord')),
    scored ? h('label', { class: 'check' }, scores, t('exportComments')) : null,
    h('div', { class: 'row' }, ['kif', 'ki2', 'csa', 'usi'].map((format) => run(format.toUpperCase(), () => record(session, format, scores.checked), `export-${format}`))),
    h('h3', {}, t('exportBoard')),
    h('div', { class: 'row' }, ['svg', 'png'].map((kind) => run(kind.toUpperCase(), () => board(session, flipped, kind), `board-${kind}`))),
    h('h3', {}, t('exportGraph')),
    review && scored ? h('div', { class: 'row' }, ['svg', 'png'].map((kind) => run(kind.toUpperCase(), () => graph(kind), `graph-${kind}`)))
      : h('p', { class: 'quiet' }, t('exportNoScores')),
    h('h3', {}, t('exportText')),
    h('div', { class: 'copy-row' }, h('code', {}, session.state?.sfen ?? ''), button(t('copy'), () => copy(session.state.sfen))),
    h('div', { class: 'copy-row' }, h('code', {}, session.tree.text(session.node)), button(t('copy'), () => copy(session.tree.text(session.node)))),
  ]);
}
