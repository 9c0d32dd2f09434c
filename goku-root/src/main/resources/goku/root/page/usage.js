// The client of the usage and blocking APIs.

import { call } from './api.js';

const query = fields => new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== '')).toString();

export const top = ({ prefix, by, n }, signal) => call(`/api/goku/top?${query({ prefix, by, n })}`, { signal });

export const unqueried = ({ prefix, days, n }, signal) => call(`/api/goku/unqueried?${query({ prefix, days, n })}`, { signal });

export const keysOf = (metric, signal) => call(`/api/goku/top/tags?${query({ metric })}`, { signal });

export const valuesOf = (metric, key, n, signal) => call(`/api/goku/top/tags?${query({ metric, key, n })}`, { signal });

async function change(options, path = '/api/goku/blocks') {
  const response = await fetch(path, options).catch(() => { throw new Error('The server cannot be reached.'); });
  if (response.ok) return;
  const body = await response.json().catch(() => null);
  const message = body?.error?.message || '';
  // the public port of a server with blocking
  if (message.includes('admin port')) throw new Error(message);
  if (response.status === 404 && options.method === 'DELETE') {
    throw new Error('No rule has this exact metric: a prefix blocks it, or this server cannot block.');
  }
  if ([404, 405, 501].includes(response.status)) throw new Error('This server cannot block metrics.');
  throw new Error(message || `The server answered ${response.status} ${response.statusText}.`);
}

export const block = (metric, reason) => change({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ metric, prefix: false, reason }),
});

export const unblock = metric => change({ method: 'DELETE' }, `/api/goku/blocks?${query({ metric })}`);
