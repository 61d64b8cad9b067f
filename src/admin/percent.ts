export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

/** Percent with one decimal; 0 when the whole is nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole ? oneDecimal((100 * part) / whole) : 0;

/** "+12.5%", "-3%", "0%"; null when there was nothing to compare with. */
export function changeBetween(before: number, now: number): string | null {
  if (before === 0) return null;
  const percent = oneDecimal((100 * (now - before)) / before);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}
