// The state of the graph page and its form in the URL fragment:
//   #range=1h&refresh=30s&m=avg:auto-avg:rate:cpu.user{host=*}{dc=lon}
// Queries have the syntax of /api/query?m=: first the tags that group, then those that only filter.

export const DEFAULT_RANGE = '15m';
const DEFAULT_REFRESH = '10s';

export const newQuery = (metric = '') => ({
  metric, aggregator: 'avg', interval: 'auto', fn: 'avg', rate: false, counter: false, tags: [],
});

const QUERY = /^([^:]+):(?:(auto|\d+[a-z]+)-(\w+):)?(?:(rate)(\{dropcounter\})?:)?([^{]*)(?:\{([^}]*)\})?(?:\{([^}]*)\})?$/;

const parseTags = (text, group) => (text || '').split(',').filter(Boolean).map(pair => {
  const at = pair.indexOf('=');
  return { key: pair.slice(0, at), value: pair.slice(at + 1), group };
});

function parseQuery(text) {
  const parts = QUERY.exec(text);
  if (!parts) return null;
  const [, aggregator, interval, fn, rate, counter, metric, grouped, plain] = parts;
  return {
    metric, aggregator,
    interval: interval || 'none', fn: fn || 'avg',
    rate: !!rate, counter: !!counter,
    tags: [...parseTags(grouped, true), ...parseTags(plain, false)],
  };
}

function formatQuery(q) {
  const braces = tags => `{${tags.map(({ key, value }) => `${key}=${value}`).join(',')}}`;
  const full = q.tags.filter(tag => tag.key && tag.value);
  const grouped = full.filter(tag => tag.group);
  const plain = full.filter(tag => !tag.group);
  return `${q.aggregator}:${q.interval === 'none' ? '' : `${q.interval}-${q.fn}:`}`
    + (q.rate ? `rate${q.counter ? '{dropcounter}' : ''}:` : '') + q.metric
    + (full.length ? braces(grouped) : '') + (plain.length ? braces(plain) : '');
}

export function parse(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const from = Number(fields.get('from'));
  const to = Number(fields.get('to'));
  return {
    range: fields.get('range') || DEFAULT_RANGE,
    custom: from > 0 && to > from ? { from, to } : null,
    refresh: fields.get('refresh') || DEFAULT_REFRESH,
    queries: fields.getAll('m').map(parseQuery).filter(Boolean),
  };
}

const encode = text => encodeURIComponent(text).replace(/%(7B|7D|3A|3D|2C|2F|7C)/gi, decodeURIComponent);

export function format(state) {
  const time = state.custom ? `from=${state.custom.from}&to=${state.custom.to}` : `range=${state.range}`;
  const refresh = state.refresh === DEFAULT_REFRESH ? '' : `&refresh=${state.refresh}`;
  return `#${time}${refresh}${state.queries.map(q => `&m=${encode(formatQuery(q))}`).join('')}`;
}
