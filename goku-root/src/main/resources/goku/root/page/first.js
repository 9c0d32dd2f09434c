// The start view, shown without a URL fragment.

import { suggestMetrics, tagsOf } from './api.js';
import { newQuery } from './state.js';

const INTERESTING = [/cpu/i, /load/i, /mem/i, /request|latency/i];
const COUNTERS = /(\.|_)(time|total|count)$/i;
const MOST_LINES = 12;

/** Returns a query for an existing metric, grouped by a tag with a few values; null if the database is empty. */
export async function firstQuery() {
  const metrics = await suggestMetrics('', 1000);
  if (!metrics.length) return null;
  const metric = INTERESTING.map(wish => metrics.find(name => wish.test(name))).find(Boolean) || metrics[0];
  const query = newQuery(metric);
  if (COUNTERS.test(metric)) Object.assign(query, { aggregator: 'sum', rate: true, counter: true });
  const tags = await tagsOf(metric).catch(() => new Map());
  const good = [...tags].filter(([, values]) => values.length > 1 && values.length <= MOST_LINES);
  good.sort((a, b) => b[1].length - a[1].length);
  if (good.length) query.tags.push({ key: good[0][0], value: '*', group: true });
  return query;
}

/** Shows how to send a first datapoint to this server. */
export function showStart(host) {
  const name = location.hostname;
  const port = location.port || (location.protocol === 'https:' ? 443 : 80);
  host.querySelector('#put').textContent =
    `echo "put cpu.user $(date +%s) 42.5 host=web01" | nc -w 1 ${name} ${port}`;
  host.querySelector('#post').textContent =
    `curl -X POST ${location.origin}/api/put -d \\\n  '{"metric":"cpu.user","timestamp":'$(date +%s)',"value":42.5,"tags":{"host":"web01"}}'`;
  host.hidden = false;
}
