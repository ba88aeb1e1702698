// Tells listeners what changed.

/** `on` gives back what ends the listening. */
export class Emitter {
  #listeners = new Map();

  on(names, listener) {
    const ends = names.split(' ').map((name) => {
      const set = this.#listeners.get(name) || new Set();
      this.#listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    });
    return () => ends.forEach((end) => end());
  }

  emit(name, detail) {
    for (const listener of [...(this.#listeners.get(name) || [])]) listener(detail);
  }
}
