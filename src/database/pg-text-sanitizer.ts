const NUL = '\0';
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Whether PostgreSQL can keep the text: it takes neither NUL nor a surrogate that stands alone. */
export const isPgSafeText = (text: string): boolean =>
  !text.includes(NUL) && text.search(LONE_SURROGATE) < 0;

/** The text with what cannot be kept replaced by U+FFFD. */
export const sanitizePgText = (text: string): string =>
  text.replaceAll(NUL, '\uFFFD').replace(LONE_SURROGATE, '\uFFFD');

/** A copy of parsed JSON that a jsonb column takes, whatever a stranger put into it. */
export function sanitizePgJson(value: unknown): unknown {
  if (typeof value === 'string') return sanitizePgText(value);
  if (Array.isArray(value)) return value.map(sanitizePgJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [sanitizePgText(key), sanitizePgJson(entry)]),
  );
}
