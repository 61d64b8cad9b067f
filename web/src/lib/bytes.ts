import { once } from './once';

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;
const plain = once(() => new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 }));

/** 1536 → "1.5 KB": base 1024, at most one decimal. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${plain().format(value)} ${UNITS[unit]}`;
}
