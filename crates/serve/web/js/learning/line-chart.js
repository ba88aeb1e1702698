// A line chart of a few series over passes: axes, legend, and the same figures as a table.

import { h, replace, s } from '../core/dom.js';
import { t } from '../core/i18n.js';

const [WIDTH, HEIGHT] = [600, 240];
const PAD = { left: 58, right: 16, top: 12, bottom: 30 };

/** Round steps for an axis. */
export function ticks(low, high, wanted = 6) {
  const raw = (high - low) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= raw);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9) * step; at <= high + step * 1e-6; at += step) found.push(Number(at.toPrecision(12)));
  return found;
}

const text = (value, unit) => `${Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en-GB') : Number(value.toPrecision(4))}${unit}`;

/** `series`: `{name, points: [[x, y], …]}`. */
export function lineChart(title, series, unit = '') {
  const shown = series.filter(({ points }) => points.length);
  const all = shown.flatMap(({ points }) => points);
  if (!all.length) return null;
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [x0, x1] = [Math.min(...xs), Math.max(Math.max(...xs), Math.min(...xs) + 1)];
  const margin = (Math.max(...ys) - Math.min(...ys)) * 0.08 || Math.abs(ys[0]) * 0.1 || 1;
  const [y0, y1] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  const px = (x) => PAD.left + ((x - x0) / (x1 - x0)) * (WIDTH - PAD.left - PAD.right);
  const py = (y) => HEIGHT - PAD.bottom - ((y - y0) / (y1 - y0)) * (HEIGHT - PAD.top - PAD.bottom);
  const svg = s('svg', { class: 'chart-svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' });
  for (const y of ticks(y0, y1)) {
    svg.append(s('path', { class: 'graph-grid', d: `M${PAD.left} ${py(y)}H${WIDTH - PAD.right}` }),
      s('text', { class: 'chart-label', x: PAD.left - 8, y: py(y) + 4, 'text-anchor': 'end' }, text(y, unit)));
  }
  for (const x of ticks(x0, x1, 8).filter(Number.isInteger)) {
    svg.append(s('text', { class: 'chart-label', x: px(x), y: HEIGHT - 9, 'text-anchor': 'middle' }, String(x)));
  }
  shown.forEach(({ points }, i) => {
    svg.append(s('path', { class: `chart-line chart-${i}`, d: `M${points.map(([x, y]) => `${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join('L')}` }));
    if (points.length <= 60) for (const [x, y] of points) svg.append(s('circle', { class: `chart-dot chart-${i}`, cx: px(x), cy: py(y), r: 3.4 }));
  });
  const legend = h('ul', { class: 'legend' }, shown.map(({ name, points }, i) => h('li', {},
    h('span', { class: `swatch chart-${i}` }), name, ' ', h('b', {}, text(points.at(-1)[1], unit)))));
  return h('figure', { class: 'panel chart' }, h('figcaption', {}, title), svg, legend, asTable(shown, unit));
}

function asTable(series, unit) {
  const passes = [...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b);
  const details = h('details', { class: 'as-table' }, h('summary', {}, t('asTable')));
  details.addEventListener('toggle', () => {
    if (!details.open || details.querySelector('table')) return;
    const value = ({ points }, pass) => points.find(([x]) => x === pass)?.[1];
    const table = h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('pass')), series.map(({ name }) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, passes.map((pass) => h('tr', {}, h('th', { scope: 'row' }, pass),
        series.map((one) => h('td', {}, value(one, pass) === undefined ? '–' : text(value(one, pass), unit)))))));
    details.append(table);
  });
  return details;
}

/** Puts charts into an element, those without a figure left out; tables that were open stay open. */
export function showCharts(element, charts) {
  const open = [...element.querySelectorAll('details')].map((one) => one.open);
  replace(element, charts);
  [...element.querySelectorAll('details')].forEach((one, i) => { if (open[i]) one.open = true; });
}
