// The form before a game: side, level, clock, rule of declaration, where the game begins.

import { button, h, segmented, select } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { showError } from '../core/notices.js';
import { get, set } from '../core/settings.js';
import { session } from '../analysis/session.js';

const clock = (main, byoyomi, increment) => ({ main_ms: main * 60000, byoyomi_ms: byoyomi * 1000, increment_ms: increment * 1000 });
/** Minutes of main time, seconds of byoyomi, seconds of increment. */
const CLOCKS = {
  none: null, b10: clock(0, 10, 0), b30: clock(0, 30, 0), m5b10: clock(5, 10, 0), m10b30: clock(10, 30, 0), m3i3: clock(3, 0, 3), m10i5: clock(10, 0, 5),
};
const STRONGEST = 10;

function clockText(times) {
  if (!times) return t('clockNone');
  const [main, byoyomi, increment] = [times.main_ms / 60000, times.byoyomi_ms / 1000, times.increment_ms / 1000];
  if (increment) return t('clockIncrement', { main, increment });
  return main ? t('clockByoyomi', { main, byoyomi }) : t('clockByoyomiOnly', { byoyomi });
}

function levelChoice() {
  const shown = h('p', { class: 'quiet' });
  const say = (n) => { shown.textContent = t(n <= 2 ? 'levelFirst' : n <= 5 ? 'levelWeak' : n < STRONGEST ? 'levelStrong' : 'levelFull'); };
  const now = Math.min(STRONGEST, Math.max(1, Number(get('playLevel')) || 3));
  set('playLevel', now);
  say(now);
  return h('div', { class: 'levels' }, segmented(t('level'), Array.from({ length: STRONGEST }, (_, i) => [i + 1, String(i + 1)]), now, (n) => { set('playLevel', n); say(n); }), shown);
}

/** The form; `begin(setup)` starts the game and may fail. */
export function setupForm(begin) {
  const problem = h('div', {});
  let rule = '27';
  let from = 'usual';
  const go = button(t('begin'), async () => {
    showError(problem, null);
    go.disabled = true;
    const chosen = get('playSide');
    const side = chosen === 'random' ? ['black', 'white'][Math.floor(Math.random() * 2)] : chosen;
    try {
      const start = from === 'analysis' ? { position: session.tree.text(session.node) } : {};
      await begin({ color: side, level: get('playLevel'), clock: CLOCKS[get('playClock')] ?? null, rule, ...start });
    } catch (error) {
      showError(problem, error);
    } finally {
      go.disabled = false;
    }
  }, { class: 'primary large', id: 'begin' });

  const row = (label, control) => h('div', { class: 'setup-row' }, h('div', { class: 'setup-label' }, label), control);
  const choice = (label, options, value, onchange) => row(label, select(label, options, value, onchange));
  const moved = session.node.parent || session.tree.start !== 'startpos';
  return h('section', { class: 'panel setup', 'aria-label': t('playTitle') },
    h('h1', {}, t('playTitle')),
    row(t('yourSide'), segmented(t('yourSide'), [['black', t('sideBlack')], ['white', t('sideWhite')], ['random', t('sideRandom')]], get('playSide'), (v) => set('playSide', v))),
    row(t('level'), levelChoice()),
    choice(t('clockSetting'), Object.entries(CLOCKS).map(([id, clock]) => [id, clockText(clock)]), get('playClock'), (v) => set('playClock', v)),
    choice(t('ruleSetting'), [['27', t('rule_27')], ['24', t('rule_24')], ['try', t('rule_try')], ['off', t('rule_none')]], rule, (v) => { rule = v; }),
    moved ? choice(t('startFrom'), [['usual', t('startUsual')], ['analysis', t('startAnalysis')]], from, (v) => { from = v; }) : null,
    problem, h('div', { class: 'row end' }, go));
}
