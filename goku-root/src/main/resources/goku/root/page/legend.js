// The table under the chart: the name, color and values of each line.

import { si } from './numbers.js';
import { nameOf } from './series.js';

const text = (tag, content, className = '') => Object.assign(document.createElement(tag), { textContent: content, className });

function name(line) {
  const cell = document.createElement('td');
  const swatch = text('span', '', 'swatch');
  swatch.style.background = line.color;
  cell.append(swatch, text('span', line.metric, 'metric'));
  for (const [key, value] of Object.entries(line.tags)) {
    const pair = text('span', `${key}=`, 'pair');
    pair.append(text('b', value));
    cell.append(pair, ' ');
  }
  return cell;
}

/** Names of hidden lines, kept across refreshes. */
const hidden = new Set();

/** Fills the table. Returns a function that shows the values under the cursor, or the last ones. */
export function showLegend(host, shown, chart) {
  const head = document.createElement('tr');
  head.append(...['Series', 'Last', 'Min', 'Mean', 'Max'].map(title => text('th', title)));
  const lasts = [];
  const rows = shown.map((line, i) => {
    const row = document.createElement('tr');
    lasts.push(text('td', si(line.last)));
    row.append(name(line), lasts[i], ...[line.min, line.mean, line.max].map(value => text('td', si(value))));
    row.title = 'Click to hide or show';
    row.addEventListener('mouseenter', () => chart.setSeries(i + 1, { focus: true }));
    row.addEventListener('mouseleave', () => chart.setSeries(null, { focus: false }));
    const id = nameOf(line);
    const follow = () => {
      chart.setSeries(i + 1, { show: !hidden.has(id) });
      row.classList.toggle('off', hidden.has(id));
    };
    row.addEventListener('click', () => {
      if (!hidden.delete(id)) hidden.add(id);
      follow();
    });
    if (hidden.has(id)) follow();
    return row;
  });
  const table = document.createElement('table');
  const [top, body] = [document.createElement('thead'), document.createElement('tbody')];
  top.append(head);
  body.append(...rows);
  table.append(top, body);
  host.replaceChildren(table);
  host.hidden = !shown.length;
  const title = head.children[1];
  return u => {
    const over = u.cursor.left >= 0;
    title.textContent = over ? 'Value' : 'Last';
    lasts.forEach((cell, i) => {
      cell.textContent = si(over ? u.data[i + 1][u.cursor.idxs[i + 1]] : shown[i].last);
    });
  };
}
