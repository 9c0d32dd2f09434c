// The graph page: connects its parts. The URL fragment is the state, and all parts follow it.

import * as api from './api.js';
import { draw } from './chart.js';
import { firstQuery, showStart } from './first.js';
import { showLegend } from './legend.js';
import { showProblem, showQueries } from './queries.js';
import { lines } from './series.js';
import { format, newQuery, parse } from './state.js';
import { autoInterval, bounds, forInput, millis, RANGES, REFRESHES } from './time.js';

const EMPTY_RETRY_MS = 3000;
const COMMON_AGGREGATORS = ['avg', 'count', 'max', 'min', 'none', 'p95', 'sum'];

const $ = id => document.getElementById(id);
const darkness = matchMedia('(prefers-color-scheme: dark)');

let state = parse(location.hash);
let aggregators = COMMON_AGGREGATORS;
let chart = null;
let latest = null; // the drawn data: {results, range}
let running = new AbortController();
let timer = 0;
let written = ''; // the fragment that this page wrote, to detect one entered by the user

function go(change) {
  Object.assign(state, change);
  location.hash = format(state);
  written = location.hash;
  if (change.queries) editors();
  show();
}

function editors() {
  showQueries($('queries'), state.queries, aggregators, other => go(other ? { queries: state.queries } : {}));
}

function show() {
  $('start').hidden = true;
  $('panel').hidden = false;
  for (const choice of $('ranges').children) {
    choice.setAttribute('aria-pressed', choice.value === (state.custom ? 'custom' : state.range));
  }
  $('refresh').value = state.refresh;
  if (state.custom) openCustom(); else $('custom').hidden = true;
  load();
}

async function load() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  clearTimeout(timer);
  const range = bounds(state, Date.now());
  const began = performance.now();
  $('panel').classList.add('loading');
  const answers = await Promise.all(state.queries.map((query, i) => one(query, i, range, signal)));
  if (signal.aborted) return;
  $('panel').classList.remove('loading');
  latest = { results: answers.flat(), range, took: Math.round(performance.now() - began) };
  render();
  again();
}

async function one(query, index, [from, to], signal) {
  if (!query.metric) return [];
  const interval = { auto: autoInterval(from, to, $('chart').clientWidth), none: '' }[query.interval] ?? query.interval;
  try {
    const results = await api.run(query, from, to, interval, signal);
    showProblem($('queries'), index, '');
    return results;
  } catch (e) {
    if (!signal.aborted) showProblem($('queries'), index, e.message);
    return [];
  }
}

function render() {
  if (!latest) return;
  const { total, shown } = lines(latest.results, darkness.matches);
  chart?.destroy();
  let follow = () => {};
  chart = draw($('chart'), shown, latest.range, (from, to) => go({ custom: { from, to }, refresh: 'off' }), u => follow(u));
  follow = showLegend($('legend'), shown, chart);
  $('nothing').hidden = shown.length > 0;
  $('nothing').textContent = state.queries.some(query => query.metric) ? 'No data in this time range' : 'Choose a metric';
  const points = shown.reduce((sum, { values }) => sum + values.length, 0);
  $('notice').textContent = total > shown.length
    ? `The ${shown.length} largest of ${total} series: filter by tags to see others`
    : shown.length ? `${total} series, ${points} points in ${latest.took} ms` : '';
}

function again() {
  const pause = millis(state.refresh);
  if (!pause || state.custom) return;
  timer = setTimeout(() => (document.hidden ? again() : load()), pause);
}

function controls() {
  const option = (value, text) => Object.assign(document.createElement('button'), { value, textContent: text });
  $('ranges').append(...RANGES.map(range => option(range, range)), option('custom', 'Custom'));
  $('ranges').addEventListener('click', ({ target }) => {
    if (target.value === 'custom') openCustom();
    else if (target.value) go({ range: target.value, custom: null });
  });
  $('custom').addEventListener('submit', event => {
    event.preventDefault();
    const { from, to } = event.target.elements;
    const custom = { from: new Date(from.value).getTime(), to: new Date(to.value).getTime() };
    if (custom.to > custom.from) go({ custom });
    else $('notice').textContent = 'The end of the range must be after its start';
  });
  $('refresh').append(...REFRESHES.map(value => new Option(value)));
  $('refresh').addEventListener('change', () => go({ refresh: $('refresh').value }));
  $('reload').addEventListener('click', load);
  $('add').addEventListener('click', () => {
    const last = state.queries.at(-1);
    go({ queries: [...state.queries, last ? structuredClone(last) : newQuery()] });
  });
  darkness.addEventListener('change', render);
  new ResizeObserver(() => chart?.setSize({ width: $('chart').clientWidth, height: chart.height })).observe($('chart'));
}

function openCustom() {
  const [from, to] = bounds(state, Date.now());
  $('custom').elements.from.value = forInput(from);
  $('custom').elements.to.value = forInput(to);
  $('custom').hidden = false;
}

async function begin() {
  clearTimeout(timer);
  editors();
  if (state.queries.length) return show();
  let query = null;
  try {
    query = await firstQuery();
  } catch (e) {
    $('notice').textContent = e.message;
  }
  const empty = !query && !$('notice').textContent;
  $('panel').hidden = empty;
  if (query) {
    state.queries = [query];
    history.replaceState(null, '', format(state));
    written = location.hash;
    return begin();
  }
  if (empty) showStart($('start'));
  timer = setTimeout(() => { $('notice').textContent = ''; begin(); }, EMPTY_RETRY_MS);
}

controls();
api.aggregators().then(names => {
  aggregators = names.toSorted((a, b) => a.localeCompare(b));
}).catch(() => {}).finally(begin);
addEventListener('hashchange', () => {
  if (location.hash === written) return;
  written = location.hash;
  state = parse(location.hash);
  begin();
});
