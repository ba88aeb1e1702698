// Making elements: `h` for HTML, `s` for SVG, and small helpers around them.

const SVG = 'http://www.w3.org/2000/svg';

function apply(element, properties) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.setAttribute('class', value);
    else if (name === 'data') Object.assign(element.dataset, value);
    // Not through the attribute: a content security policy without inline styles forbids that.
    else if (name === 'style') for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
    else if (name === 'value' || name === 'checked' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

/** An HTML element: `h('p', {class: 'note'}, 'text', child)`. `on…` are listeners, `data` the data attributes. */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  fill(element, children);
  apply(element, properties);
  return element;
}

/** The same for SVG. */
export function s(tag, properties, ...children) {
  const element = document.createElementNS(SVG, tag);
  apply(element, properties);
  return fill(element, children);
}

/** Puts other children into an element. */
export function replace(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

/** A button. The label is what is read out; `content` what is seen, if that is something else. */
export function button(label, onclick, properties = {}, content = label) {
  const extra = content === label ? {} : { 'aria-label': label, title: label };
  return h('button', { type: 'button', onclick, ...extra, ...properties }, content);
}

/** A labelled choice. `options` are [value, text] pairs. */
export function select(label, options, value, onchange, properties = {}) {
  const box = h('select', { onchange: () => onchange(box.value), ...properties },
    options.map(([v, text]) => h('option', { value: v }, text)));
  box.value = String(value);
  return h('label', { class: 'field' }, h('span', {}, label), box);
}

/** Buttons of which one is pressed. */
export function segmented(label, options, value, onchange) {
  const group = h('div', { class: 'segmented', role: 'group', 'aria-label': label });
  for (const [v, text] of options) {
    group.append(h('button', {
      type: 'button', 'aria-pressed': String(v === value), data: { value: v },
      onclick: () => {
        for (const b of group.children) b.setAttribute('aria-pressed', String(b.dataset.value === String(v)));
        onchange(v);
      },
    }, text));
  }
  return group;
}

let counter = 0;
/** A fresh id for `aria-labelledby` and the like. */
export const freshId = (prefix) => `${prefix}-${++counter}`;
