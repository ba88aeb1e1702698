// Where one is in a solved game: the positions gone through, and the one that is shown.

import { getJson } from '../core/api.js';
import { Emitter } from '../core/emitter.js';
import { framed } from './frames.js';

/** Events: `change`. An entry has `text`, `turned` and, once it was asked for, `view`, `frame`, `moves`, `mover`. */
export class Walk extends Emitter {
  entries = [];
  index = -1;
  #asked = 0;

  constructor(game, table, start) {
    super();
    Object.assign(this, { game, table, start });
  }

  get here() {
    return this.entries[this.index];
  }

  async #entry(text, turned, mv = null) {
    const query = new URLSearchParams({ position: text, ...(this.table ? { table: this.table } : {}) });
    const view = await getJson(`/solved/${this.game}/position?${query}`);
    const entry = { text: view.position, turned, mv, view, ...framed(this.game, view, turned) };
    if (mv?.to && this.game === 'dobutsu') entry.frame.lastMove = mv.to;
    // The one who is to move in a game that is over has lost, unless the value says otherwise.
    if (view.ended) Object.assign(entry, { ended: true, over: view.value?.result ?? 'loss' });
    return entry;
  }

  /** Begins with a position. */
  async begin(text = this.start, turned = false) {
    const asked = ++this.#asked;
    const entry = await this.#entry(text, turned);
    if (asked !== this.#asked) return;
    this.entries = [entry];
    this.index = 0;
    this.emit('change');
  }

  /** Plays a move of the position that is shown. */
  async play(mv) {
    const asked = ++this.#asked;
    const { turned } = this.here;
    const kept = this.entries.slice(0, this.index + 1);
    const entry = mv.next ? await this.#entry(mv.next, !turned, mv) : this.#ended(mv);
    if (asked !== this.#asked) return;
    this.entries = [...kept, entry];
    this.index += 1;
    this.emit('change');
  }

  /** The game ends with this move: the position stays as it is, without moves. */
  #ended(mv) {
    const { here } = this;
    return { ...here, mv, moves: [], frame: { ...here.frame, lastMove: mv.to }, over: mv.value?.result ?? null, ended: true };
  }

  to(index) {
    this.#asked += 1;
    this.index = Math.min(this.entries.length - 1, Math.max(0, index));
    this.emit('change');
  }

  back = () => this.to(this.index - 1);
  forward = () => this.to(this.index + 1);
}
