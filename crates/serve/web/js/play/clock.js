// The clocks beside the board, running between two messages of the server.

import { clock as clockText } from '../core/format.js';
import { t } from '../core/i18n.js';
import { colorName } from '../board/pieces.js';

/** Milliseconds that are left of a side now, main time first, then byoyomi. */
function left(game, color) {
  const { clock, side_to_move: side, result } = game.state;
  if (result?.kind === 'time_loss' && result.winner !== color) return 0;
  const main = clock[`${color}_ms`];
  if (side !== color) return main || clock.byoyomi_ms;
  const since = clock.running === color ? performance.now() - game.received : 0;
  if (since < main) return main - since;
  const byoyomi = main > 0 ? clock.byoyomi_ms : clock.byoyomi_left_ms || clock.byoyomi_ms;
  return Math.max(0, byoyomi - (since - main));
}

/** Shows a side's clock in its seat. */
export function showClock(seat, game) {
  const { clock } = seat;
  if (!game.state?.clock) {
    clock.textContent = '';
    return;
  }
  const ms = left(game, seat.color);
  const running = game.state.clock.running === seat.color;
  clock.textContent = clockText(ms);
  clock.classList.toggle('running', running);
  clock.classList.toggle('short', running && ms < 10000);
  clock.setAttribute('aria-label', t('remaining', { side: colorName(seat.color) }));
}
