// The page of top metrics. The URL fragment is the state:
//   #view=top&prefix=cpu&by=bytes&n=25&metric=cpu.user&key=host

import { si } from './numbers.js';
import { age, list, summary } from './tables.js';
import * as usage from './usage.js';

const DEFAULTS = { view: 'top', prefix: '', by: 'cardinality', n: '25', days: '30', metric: '', key: '' };
const TYPING_MS = 250;
const VALUES = 1000;

const $ = id => document.getElementById(id);
const choice = $('choice').elements;

let state = parse();
let running = new AbortController();
let timer = 0;
let written = '';

function parse() {
  const fields = new URLSearchParams(location.hash.replace(/^#/, ''));
  return Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, fields.get(name) ?? value]));
}

function go(change) {
  Object.assign(state, change);
  const fields = Object.entries(state).filter(([name, value]) => value !== DEFAULTS[name]);
  location.hash = new URLSearchParams(fields).toString();
  written = location.hash;
  return load();
}

function controls() {
  for (const name of ['prefix', 'by', 'n', 'days']) {
    if (document.activeElement !== choice[name]) choice[name].value = state[name];
  }
  for (const view of $('views').children) view.setAttribute('aria-pressed', view.value === state.view);
  $('by').hidden = state.view !== 'top';
  $('days').hidden = state.view === 'top';
}

async function load() {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  controls();
  say('');
  $('metrics').classList.add('loading');
  try {
    const answer = await (state.view === 'top' ? usage.top : usage.unqueried)(state, signal);
    const rows = answer.top || answer.unqueried;
    $('summary').textContent = summary(answer, rows.length, state.view);
    showMetrics(rows, answer);
    await Promise.all([showKeys(signal), showValues(signal)]);
  } catch (e) {
    if (!signal.aborted) say(e.message);
  } finally {
    if (!signal.aborted) $('metrics').classList.remove('loading');
  }
}

function say(problem) {
  $('problem').textContent = problem;
  $('problem').hidden = !problem;
}

function showMetrics(rows, answer) {
  const most = Math.max(1, ...rows.map(row => row[state.view === 'top' ? state.by : 'bytes']));
  list($('metrics'), '', ['Metric', 'Series', 'Datapoints of a day', 'Bytes', 'Tag keys', 'Last queried', ''], rows.map(row => ({
    name: row.metric,
    chosen: row.metric === state.metric,
    blocked: row.blocked,
    share: row[state.view === 'top' ? state.by : 'bytes'] / most,
    open: () => go({ metric: row.metric === state.metric ? '' : row.metric, key: '' }),
    cells: [
      si(row.cardinality), si(row.datapoints), `${si(row.bytes)}B`,
      { css: 'tags', text: (row.tagKeys || []).slice(0, 4).map(({ key, values }) => `${key} (${si(values)})`).join(', ') },
      age(row.lastQueriedMillis, answer.observedSinceMillis),
    ],
    action: {
      text: row.blocked ? 'Unblock' : 'Block',
      label: `${row.blocked ? 'Unblock' : 'Block'} ${row.metric}`,
      run: () => toggle(row),
    },
  })), 'No written metric has this prefix');
}

async function toggle({ metric, blocked }) {
  try {
    if (blocked) {
      await usage.unblock(metric);
    } else {
      const reason = prompt(`Block ${metric}? Its datapoints will be refused, and those that are stored hidden. Why?`, '');
      if (reason === null) return;
      await usage.block(metric, reason);
    }
    await load();
  } catch (e) {
    say(e.message);
  }
}

async function showKeys(signal) {
  $('keys').hidden = !state.metric;
  if (!state.metric) return;
  const { keys } = await usage.keysOf(state.metric, signal);
  const most = Math.max(1, ...keys.map(({ values }) => values));
  list($('keys'), `Tag keys of ${state.metric}`, ['Tag key', 'Values', 'Series'], keys.map(({ key, values, series }) => ({
    name: key,
    chosen: key === state.key,
    share: values / most,
    open: () => go({ key: key === state.key ? '' : key }),
    cells: [si(values), si(series)],
  })), 'Its series have no tags');
}

async function showValues(signal) {
  $('values').hidden = !state.key;
  if (!state.key) return;
  const { values, top } = await usage.valuesOf(state.metric, state.key, VALUES, signal);
  const most = Math.max(1, ...top.map(({ series }) => series));
  const title = `${values > top.length ? `The ${top.length} largest of ${si(values)} values` : 'Values'} of ${state.key}`;
  list($('values'), title, ['Value', 'Series'], top.map(({ value, series }) => ({
    name: value, share: series / most, cells: [si(series)],
  })), 'No series has this key');
}

$('choice').addEventListener('submit', event => event.preventDefault());
$('choice').addEventListener('input', ({ target }) => {
  clearTimeout(timer);
  if (!target.checkValidity()) return;
  timer = setTimeout(() => go({ [target.name]: target.value || DEFAULTS[target.name] }), TYPING_MS);
});
$('views').addEventListener('click', ({ target }) => target.value && go({ view: target.value }));
$('reload').addEventListener('click', load);
addEventListener('hashchange', () => {
  if (location.hash === written) return;
  written = location.hash;
  state = parse();
  load();
});
load();
