const NUL = '\0';
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Whether PostgreSQL can store the text: it rejects NUL and lone surrogates. */
export const isPgSafeText = (text: string): boolean =>
  !text.includes(NUL) && text.search(LONE_SURROGATE) < 0;

/** Replaces NUL and lone surrogates by U+FFFD. */
export const sanitizePgText = (text: string): string =>
  text.replaceAll(NUL, '\uFFFD').replace(LONE_SURROGATE, '\uFFFD');

/** Copies parsed JSON, sanitizing keys and strings for a jsonb column. */
export function sanitizePgJson(value: unknown): unknown {
  if (typeof value === 'string') return sanitizePgText(value);
  if (Array.isArray(value)) return value.map(sanitizePgJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [sanitizePgText(key), sanitizePgJson(entry)]),
  );
}
