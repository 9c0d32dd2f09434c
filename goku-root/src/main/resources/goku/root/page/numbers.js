// The format of numbers: four digits and an SI unit.

const UP = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];
const DOWN = ['', 'm', '\u00b5', 'n', 'p'];

export function si(value) {
  if (value == null) return '\u2013';
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  const power = size >= 1 ? Math.floor(Math.log10(size) / 3) : size >= 0.001 ? 0 : Math.floor(Math.log10(size) / 3);
  const units = power >= 0 ? UP : DOWN;
  const unit = Math.min(Math.abs(power), units.length - 1);
  const scaled = value / 1000 ** (power >= 0 ? unit : -unit);
  return `${Number(scaled.toPrecision(4))}${units[unit] ? `\u202f${units[unit]}` : ''}`;
}
