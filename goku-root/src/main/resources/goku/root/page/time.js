// Ranges, refresh and the steps of automatic downsampling.

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const RANGES = ['5m', '15m', '1h', '3h', '6h', '12h', '24h'];
export const REFRESHES = ['off', '5s', '10s', '30s'];
export const INTERVALS = ['auto', 'none', '1s', '10s', '30s', '1m', '5m', '10m', '30m', '1h', '6h', '1d'];

const STEPS = ['1s', '5s', '10s', '30s', '1m', '2m', '5m', '10m', '15m', '30m', '1h', '2h', '3h', '6h', '12h', '1d', '7d', '30d'];

export const millis = text => {
  const parts = /^(\d+)([smhd])$/.exec(text);
  return parts ? parts[1] * UNITS[parts[2]] : 0;
};

/** Returns the range as [from, to] in milliseconds. */
export function bounds(state, now) {
  if (state.custom) return [state.custom.from, state.custom.to];
  return [now - (millis(state.range) || UNITS.h), now];
}

/** Returns the smallest step, at least 10 s, with at most one point per three pixels. */
export function autoInterval(from, to, width) {
  const wanted = Math.max(10_000, (to - from) * 3 / Math.max(width, 300));
  return STEPS.find(step => millis(step) >= wanted) || STEPS.at(-1);
}

const two = n => String(n).padStart(2, '0');

/** Returns local time in the format of a datetime-local input. */
export function forInput(ms) {
  const d = new Date(ms);
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
}

export const forReading = ms => forInput(ms).replace('T', ' ');
