// The score of the game ply by ply. One clicks on it, or moves along it with the arrow keys.

import { h, replace, s } from '../core/dom.js';
import { score } from '../core/format.js';
import { moveText, t } from '../core/i18n.js';

const [WIDTH, HEIGHT] = [800, 170];
const PAD = { right: 10, top: 10, bottom: 24 };
/** Pixels for the labels at the left; the drawing is stretched, they are not. */
const LABELS = 46;
const LEVELS = [2000, 1000, 500, 0, -500, -1000, -2000];

const scaleY = (value) => PAD.top + (1 - value) * (HEIGHT - PAD.top - PAD.bottom);

export class ScoreGraph {
  points = [];
  last = 1;
  left = LABELS;

  constructor(session) {
    this.session = session;
    this.svg = s('svg', { class: 'graph-svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' });
    this.labels = h('div', { class: 'graph-labels', 'aria-hidden': 'true' });
    this.tip = h('div', { class: 'graph-tip', hidden: true });
    this.element = h('div', {
      class: 'graph', role: 'slider', tabindex: 0, 'data-arrows': '', 'aria-label': t('graphLabel'),
      onkeydown: (event) => this.#key(event),
      onpointermove: (event) => this.#hover(event),
      onpointerleave: () => { this.tip.hidden = true; },
      onpointerdown: (event) => { event.preventDefault(); this.element.focus({ preventScroll: true }); this.#jump(event); },
    }, this.svg, this.labels, this.tip);
    new ResizeObserver(([{ contentRect }]) => {
      if (!contentRect.width) return;
      this.left = (LABELS * WIDTH) / contentRect.width;
      this.draw();
    }).observe(this.element);
  }

  #x(ply) {
    return this.left + (ply / this.last) * (WIDTH - this.left - PAD.right);
  }

  /** The line on which one stands, with its scores. */
  draw() {
    const { tree, node } = this.session;
    this.line = tree.line(node);
    this.last = Math.max(this.line.length - 1, 1);
    this.points = this.line.map((n) => (n.review ? { ply: n.ply, value: n.review.expected, node: n } : null));
    const any = this.points.some(Boolean);
    this.element.classList.toggle('empty', !any);
    replace(this.svg, this.#axes(), any ? [this.#areas(), this.#marks()] : null, this.cursor = s('path', { class: 'graph-cursor' }));
    this.#writeLabels();
    this.mark();
  }

  #axes() {
    const grid = LEVELS.map((cp) => {
      const y = scaleY(1 / (1 + Math.exp(-cp / 600)));
      return s('path', { class: cp ? 'graph-grid' : 'graph-even', d: `M${this.left} ${y}H${WIDTH - PAD.right}` });
    });
    return [s('rect', { class: 'graph-ground', x: this.left, y: PAD.top, width: WIDTH - this.left - PAD.right, height: HEIGHT - PAD.top - PAD.bottom }), grid];
  }

  // Text is HTML over the drawing, which is stretched to its box: letters would be stretched with it.
  #writeLabels() {
    const labels = [2000, 500, 0, -500, -2000].map((cp) => h('span', {
      class: 'graph-y', style: { top: `${(scaleY(1 / (1 + Math.exp(-cp / 600))) / HEIGHT) * 100}%` },
    }, cp > 0 ? `+${cp}` : cp < 0 ? `−${-cp}` : '0'));
    const step = [1, 5, 10, 20, 50, 100, 200].find((n) => this.last / n <= 10) ?? 500;
    for (let ply = 0; ply <= this.last; ply += step) {
      labels.push(h('span', { class: 'graph-x', style: { left: `${(this.#x(ply) / WIDTH) * 100}%` } }, String(ply)));
    }
    replace(this.labels, labels, this.points.some(Boolean) ? null : h('span', { class: 'graph-empty' }, t('graphEmpty')));
  }

  #areas() {
    const runs = [];
    let run = [];
    for (const point of [...this.points, null]) {
      if (point) run.push(point);
      else if (run.length) { runs.push(run); run = []; }
    }
    const even = scaleY(0.5);
    const clip = (id, y, height) => s('clipPath', { id }, s('rect', { x: 0, y, width: WIDTH, height }));
    return [clip('graph-upper', 0, even), clip('graph-lower', even, HEIGHT), runs.map((points) => {
      const [first, end] = [this.#x(points[0].ply), this.#x(points.at(-1).ply)];
      const d = points.map((p) => `${this.#x(p.ply).toFixed(1)} ${scaleY(p.value).toFixed(1)}`).join('L');
      const area = `M${first} ${even}L${d}L${end} ${even}Z`;
      return [
        s('g', { 'clip-path': 'url(#graph-upper)' }, s('path', { class: 'graph-black', d: area })),
        s('g', { 'clip-path': 'url(#graph-lower)' }, s('path', { class: 'graph-white', d: area })),
        // A single point has no line: a short stroke stands in.
        s('path', { class: 'graph-line', d: points.length > 1 ? `M${d}` : `M${first - 3} ${scaleY(points[0].value)}h6` }),
      ];
    })];
  }

  // Circles would be stretched to ovals; a line of no length with round ends and a stroke that does not scale stays a dot.
  #marks() {
    return this.points.filter((p) => p?.node.judgement).map((p) => s('path', {
      class: `graph-dot ${p.node.judgement}`, d: `M${this.#x(p.ply)} ${scaleY(p.value)}h0`,
    }));
  }

  /** Shows where one stands. */
  mark() {
    const { node } = this.session;
    if (!this.line?.includes(node)) return void this.draw();
    const x = this.#x(node.ply);
    this.cursor.setAttribute('d', `M${x} ${PAD.top}V${HEIGHT - PAD.bottom}`);
    const { element } = this;
    element.setAttribute('aria-valuemin', '0');
    element.setAttribute('aria-valuemax', String(this.line.length - 1));
    element.setAttribute('aria-valuenow', String(node.ply));
    element.setAttribute('aria-valuetext', this.#words(node));
  }

  #words(node) {
    const name = node.parent ? `${node.ply} ${moveText(node.move)}` : t('startPosition');
    return [name, node.review ? score(node.review.score) : '', node.judgement ? t(node.judgement) : ''].filter(Boolean).join('  ');
  }

  #at(event) {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const ply = Math.round(((x - this.left) / (WIDTH - this.left - PAD.right)) * this.last);
    return this.line[Math.min(this.line.length - 1, Math.max(0, ply))];
  }

  #hover(event) {
    if (event.buttons && event.pointerType === 'mouse') this.#jump(event);
    const node = this.#at(event);
    this.tip.textContent = this.#words(node);
    this.tip.hidden = false;
    const part = this.#x(node.ply) / WIDTH;
    this.tip.style.setProperty('left', `${part * 100}%`);
    this.tip.style.setProperty('transform', `translateX(${-part * 100}%)`);
  }

  #jump(event) {
    this.session.goTo(this.#at(event));
  }

  #key(event) {
    const { session } = this;
    const ten = (step) => session.goTo(this.line[Math.min(this.line.length - 1, Math.max(0, session.node.ply + step))]);
    const actions = {
      ArrowLeft: session.back, ArrowRight: session.forward, ArrowDown: session.back, ArrowUp: session.forward,
      Home: session.toStart, End: session.toEnd, PageUp: () => ten(-10), PageDown: () => ten(10),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}
