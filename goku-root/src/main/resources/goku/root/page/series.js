// The conversion of answers to the columns of a chart.

const LIGHT = ['#2f6fde', '#e0483e', '#159a6c', '#d98a00', '#8451d8', '#d6408f', '#0f93a8', '#e0680c', '#5a62d6', '#6a9412'];
const DARK = ['#6ea4ff', '#ff7b70', '#4cc999', '#f2b544', '#b08cff', '#ff86bd', '#4bc6da', '#ff9a52', '#949bff', '#a5cf4a'];

/** The limit on lines, above which they cannot be distinguished. The largest are shown. */
export const MAX_SERIES = 200;

const median = numbers => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Returns points as [times, values], with a null in each gap. */
function columns(dps) {
  const points = Object.entries(dps)
    .map(([time, value]) => [Number(time), typeof value === 'number' ? value : null])
    .sort((a, b) => a[0] - b[0]);
  const steps = points.slice(1).map(([time], i) => time - points[i][0]);
  const step = steps.length ? median(steps) : 0;
  const times = [];
  const values = [];
  points.forEach(([time, value], i) => {
    times.push(time);
    values.push(value);
    if (steps[i] > 3 * step) {
      times.push(time + step);
      values.push(null);
    }
  });
  return [times, values];
}

function summary(values) {
  const real = values.filter(value => value != null);
  return {
    last: real.at(-1) ?? null,
    min: real.reduce((a, b) => Math.min(a, b), Infinity),
    max: real.reduce((a, b) => Math.max(a, b), -Infinity),
    mean: real.reduce((a, b) => a + b, 0) / real.length,
  };
}

/** Returns one line for each result with points: {metric, tags, times, values, last, min, max, mean, color}. */
export function lines(results, dark) {
  const colors = dark ? DARK : LIGHT;
  const all = results
    .filter(({ dps }) => Object.keys(dps).length)
    .map(({ metric, tags, dps }) => {
      const [times, values] = columns(dps);
      return { metric, tags, times, values, ...summary(values) };
    });
  const shown = all.length > MAX_SERIES ? all.toSorted((a, b) => b.max - a.max).slice(0, MAX_SERIES) : all;
  return { total: all.length, shown: shown.map((line, i) => ({ ...line, color: colors[i % colors.length] })) };
}

export const nameOf = ({ metric, tags }) => {
  const pairs = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  return pairs.length ? `${metric} ${pairs.join(' ')}` : metric;
};
