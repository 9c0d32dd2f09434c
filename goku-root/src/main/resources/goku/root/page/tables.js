// Tables with keyboard navigation: names are buttons.

import { si } from './numbers.js';
import { forReading } from './time.js';

const DAY_MS = 86_400_000;

const element = (tag, content, className = '') => Object.assign(document.createElement(tag), { textContent: content, className });

/** Returns a cell with the age of the last query; `observed` is the time since which queries are known. */
export function age(millis, observed) {
  const cell = { text: 'never', css: '' };
  if (millis) {
    const days = Math.floor((Date.now() - millis) / DAY_MS);
    cell.text = days < 1 ? 'today' : days === 1 ? 'a day ago' : `${days} days ago`;
    cell.title = forReading(millis);
  } else {
    cell.title = observed ? `Not since ${forReading(observed)}` : 'Not known yet';
  }
  return cell;
}

/** Returns the summary of the answer. */
export function summary(answer, shown, view) {
  const all = `${si(answer.metrics)} metrics, ${si(answer.cardinality)} series, ${si(answer.datapoints)} datapoints of a day, ${si(answer.bytes)}B`;
  const some = answer.metrics > shown ? `; the ${shown} largest are shown` : '';
  if (view === 'top') return all + some;
  const known = answer.observedWhole ? '' : ` Queries are known since ${forReading(answer.observedSinceMillis)} only.`;
  return `Written but not queried in ${answer.days} days: ${all}, which blocking would save${some}.${known}`;
}

function first({ name, share, open }) {
  const cell = document.createElement('td');
  if (open) {
    const button = element('button', name);
    button.addEventListener('click', open);
    cell.append(button);
  } else {
    cell.textContent = name;
  }
  const bar = element('span', '', 'share');
  bar.style.width = `${Math.max(0.3, share * 100)}%`;
  cell.append(bar);
  return cell;
}

function row(entry) {
  const line = document.createElement('tr');
  line.classList.toggle('chosen', !!entry.chosen);
  line.classList.toggle('blocked', !!entry.blocked);
  line.append(first(entry), ...entry.cells.map(cell => (typeof cell === 'string'
    ? element('td', cell)
    : Object.assign(element('td', cell.text, cell.css), { title: cell.title || '' }))));
  if (entry.action) {
    const button = element('button', entry.action.text);
    button.setAttribute('aria-label', entry.action.label);
    button.addEventListener('click', entry.action.run);
    line.append(element('td', ''));
    line.lastChild.append(button);
  }
  return line;
}

/** Fills the section with a table. The focused name keeps the focus. */
export function list(host, title, heads, entries, nothing) {
  const focus = document.activeElement;
  const at = host.contains(focus) ? [...host.querySelectorAll('button')].indexOf(focus) : -1;
  const table = document.createElement('table');
  const head = document.createElement('tr');
  head.append(...heads.map(text => Object.assign(element('th', text), { scope: 'col' })));
  const [top, body] = [document.createElement('thead'), document.createElement('tbody')];
  top.append(head);
  body.append(...entries.map(row));
  table.append(top, body);
  host.replaceChildren(...(title ? [element('h2', title)] : []), entries.length ? table : element('p', nothing, 'none'));
  if (at >= 0) host.querySelectorAll('button')[at]?.focus();
}
