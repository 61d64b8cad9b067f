export const roundToOneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Percent with one decimal; 0 when the whole is nothing. */
export const toPercent = (part: number, whole: number): number =>
  whole ? roundToOneDecimal((100 * part) / whole) : 0;

/** "+12.5%", "-3%", "0%"; null when there was nothing to compare with. */
export function formatChange(before: number, now: number): string | null {
  if (before === 0) return null;
  const percent = roundToOneDecimal((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}
