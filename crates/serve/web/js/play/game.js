// A game against the engine as the server keeps it: what it sends, and what one asks of it.

import { getJson, post, remove, stream } from '../core/api.js';
import { Emitter } from '../core/emitter.js';
import { fail } from '../core/notices.js';
import { t } from '../core/i18n.js';
import { positionOf } from '../core/positions.js';

const KEY = 'yomikiri-game';

function remember(game) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(game));
  } catch {
    // Not allowed: the game then lasts as long as the page.
  }
}

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Events: `change` (the game is another), `gone` (the server does not know it any more). */
export class Game extends Emitter {
  /** What the server said last, and the position of that. */
  state = null;
  view = null;
  received = 0;
  #stream = null;
  #taken = 0;

  constructor(id, setup) {
    super();
    this.id = id;
    this.side = setup.color;
    this.setup = setup;
  }

  static async begin(setup) {
    const { id } = await post('/games', setup);
    remember({ id, setup });
    return Game.#at(id, setup);
  }

  /** The game of this tab before the page was loaded again, if the server still has it. */
  static async resume() {
    const kept = remembered();
    return kept && Game.#at(kept.id, kept.setup);
  }

  static async #at(id, setup) {
    const game = new Game(id, setup);
    await game.#take(await getJson(`/games/${id}`));
    return game;
  }

  listen() {
    this.#stream?.close();
    this.#stream = stream(`/games/${this.id}/events`, {
      info: (state) => this.#take(state).catch(fail),
      error: () => this.emit('gone'),
      lost: () => this.emit('gone'),
    });
  }

  silence() {
    this.#stream?.close();
    this.#stream = null;
  }

  async #take(state) {
    this.#taken += 1;
    const taken = this.#taken;
    const received = performance.now();
    const view = await positionOf(state.position);
    // A later state may have overtaken this one.
    if (taken !== this.#taken) return;
    // The same may come again, when the stream begins anew. A piece that has been lifted stays lifted.
    const before = this.state;
    const same = before && ['position', 'state', 'turn', 'can_take_back'].every((name) => before[name] === state[name]);
    Object.assign(this, { state, view, received });
    if (!same) this.emit('change');
  }

  // The answer is not used: the engine's reply may have come as an event before it, and events come in order.
  #ask(what, body = {}) {
    return post(`/games/${this.id}/${what}`, body);
  }

  move = (usi) => this.#ask('moves', { move: usi });
  takeBack = () => this.#ask('take-back');
  resign = () => this.#ask('resign');
  declare = (insist) => this.#ask('declare', { insist });
  record = (format) => getJson(`/games/${this.id}/record?format=${format}`);

  /** What the opponent is called. */
  opponent() {
    return t('engineLevel', { n: this.setup.level });
  }

  /** Leaves it for good. */
  async end() {
    this.silence();
    if (remembered()?.id === this.id) remember(null);
    await remove(`/games/${this.id}`);
  }
}
