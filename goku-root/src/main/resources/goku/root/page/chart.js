// The chart, drawn by uPlot.

import { si } from './numbers.js';
import { nameOf } from './series.js';
import { forReading } from './time.js';

const HEIGHT = 400;
const TIP_LINES = 12;
const EXPAND_GAPS = 2; // for uPlot.join: a null extends to the next value
const DAY = 86_400_000;
const DATE = '\n{D} {MMM} {YYYY}';

// step, format, and the text appended when the year, (month,) day, (hour,) minute changes
const TIMES = [
  [365 * DAY, '{YYYY}', null, null, null, null, null, null, 1],
  [28 * DAY, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [DAY, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [60_000, '{HH}:{mm}', DATE, null, '\n{D} {MMM}', null, null, null, 1],
  [1_000, '{HH}:{mm}:{ss}', DATE, null, '\n{D} {MMM}', null, null, null, 1],
  [1, ':{ss}.{fff}', `${DATE} {HH}:{mm}`, null, '\n{D} {MMM} {HH}:{mm}', null, '\n{HH}:{mm}', null, 1],
];

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Returns the index of the line's point that is nearest to an index of the common times. */
function nearest(values, index) {
  for (let d = 0; d < 30; d++) {
    if (values[index - d] != null) return index - d;
    if (values[index + d] != null) return index + d;
  }
  return null;
}

function showTip(tip, u, shown) {
  const at = u.cursor.idx;
  tip.hidden = at == null || u.cursor.left < 0;
  if (tip.hidden) return;
  const rows = shown
    .map((line, i) => ({ line, value: u.data[i + 1][u.cursor.idxs[i + 1]], on: u.series[i + 1].show }))
    .filter(row => row.on && row.value != null)
    .sort((a, b) => b.value - a.value);
  const time = Object.assign(document.createElement('time'), { textContent: forReading(u.data[0][at]) });
  tip.replaceChildren(time, ...rows.slice(0, TIP_LINES).map(({ line, value }) => {
    const row = document.createElement('div');
    const swatch = Object.assign(document.createElement('span'), { className: 'swatch' });
    swatch.style.background = line.color;
    row.append(swatch, Object.assign(document.createElement('span'), { className: 'name', textContent: nameOf(line) }),
      Object.assign(document.createElement('b'), { textContent: si(value) }));
    return row;
  }), rows.length > TIP_LINES ? `and ${rows.length - TIP_LINES} more` : '');
  const room = u.over.clientWidth;
  const left = u.cursor.left + 16 + tip.offsetWidth > room ? u.cursor.left - 16 - tip.offsetWidth : u.cursor.left + 16;
  tip.style.left = `${u.over.offsetLeft + left}px`;
  tip.style.top = `${u.over.offsetTop + 8}px`;
}

function axes() {
  const common = { stroke: css('--soft'), grid: { stroke: css('--grid'), width: 1 }, ticks: { stroke: css('--grid'), width: 1, size: 6 }, font: '12px system-ui, sans-serif' };
  const wide = (u, labels) => Math.max(44, 14 + 7 * Math.max(0, ...(labels || []).map(label => label.length)));
  return [{ ...common, values: TIMES, space: 80 }, { ...common, values: (u, ticks) => ticks.map(si), size: wide }];
}

/** Draws lines into a host element. Calls `zoomed(from, to)` after a range was dragged, `hovered(u)` as the cursor moves. */
export function draw(host, shown, [from, to], zoomed, hovered) {
  const tip = Object.assign(document.createElement('div'), { className: 'tip', hidden: true });
  const data = shown.length ? uPlot.join(shown.map(({ times, values }) => [times, values]), shown.map(() => [0, EXPAND_GAPS])) : [[from, to], [null, null]];
  const series = shown.map(line => ({
    label: nameOf(line), stroke: line.color, width: 1.6, points: { show: line.values.length === 1 ? true : undefined, size: 5 },
  }));
  const u = new uPlot({
    width: host.clientWidth, height: HEIGHT, ms: 1, legend: { show: false },
    scales: { x: { time: true, range: () => [from, to] }, y: { range: { min: { pad: 0.1, soft: 0, mode: 2 }, max: { pad: 0.1, mode: 0 } } } },
    axes: axes(),
    series: [{}, ...(series.length ? series : [{}])],
    cursor: {
      y: false, drag: { x: true, y: false, setScale: false }, focus: { prox: 24 },
      dataIdx: (self, index, at) => (index ? nearest(self.data[index], at) ?? at : at),
      points: { size: 7 },
    },
    focus: { alpha: 0.35 },
    hooks: {
      setSelect: [self => {
        if (self.select.width > 4) zoomed(Math.round(self.posToVal(self.select.left, 'x')), Math.round(self.posToVal(self.select.left + self.select.width, 'x')));
      }],
      setCursor: [self => { showTip(tip, self, shown); hovered(self); }],
    },
  }, data, host);
  u.root.append(tip);
  return u;
}
