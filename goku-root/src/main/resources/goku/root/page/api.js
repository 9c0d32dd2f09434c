// The client of the OpenTSDB API.

export async function call(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (e) {
    if (e.name === 'AbortError') throw e;
    throw new Error('The server cannot be reached.');
  }
  if (response.ok) return response.json();
  const body = await response.json().catch(() => null);
  const error = body && body.error;
  throw new Error(error ? error.message : `The server answered ${response.status} ${response.statusText}.`);
}

export const suggestMetrics = (prefix, max = 50) =>
  call(`/api/suggest?type=metrics&q=${encodeURIComponent(prefix)}&max=${max}`);

export const aggregators = () => call('/api/aggregators');

const LOOKUP_LIMIT = 1000;
const LOOKUP_TTL_MS = 60_000;
const lookups = new Map();

/** Returns the tags of a metric: a map of keys to values, both sorted. Cached for a minute. */
export async function tagsOf(metric) {
  if (!metric) return new Map();
  const known = lookups.get(metric);
  if (known && Date.now() - known.at < LOOKUP_TTL_MS) return known.tags;
  const answer = await call(`/api/search/lookup?m=${encodeURIComponent(metric)}&limit=${LOOKUP_LIMIT}`);
  const sets = {};
  for (const { tags } of answer.results || []) {
    for (const [key, value] of Object.entries(tags)) (sets[key] ??= new Set()).add(value);
  }
  const tags = new Map(Object.keys(sets).sort().map(key => [key, [...sets[key]].sort()]));
  lookups.set(metric, { at: Date.now(), tags });
  return tags;
}

const filterOf = ({ key, value, group }) => ({
  type: value.includes('*') ? 'wildcard' : 'literal_or',
  tagk: key,
  filter: value,
  groupBy: group,
});

/** Runs one query and returns an array of {metric, tags, aggregateTags, dps}. */
export function run(query, start, end, interval, signal) {
  const sub = {
    metric: query.metric,
    aggregator: query.aggregator,
    rate: query.rate,
    filters: query.tags.filter(tag => tag.key && tag.value).map(filterOf),
  };
  if (query.rate && query.counter) sub.rateOptions = { counter: true, dropResets: true };
  if (interval) sub.downsample = `${interval}-${query.fn}`;
  return call('/api/query', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ start, end, msResolution: true, queries: [sub] }),
    signal,
  });
}
