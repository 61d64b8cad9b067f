/**
 * Creates a value at its first use. For formatters of Intl, of which the first loads data for some time: created
 * with their module they would delay the first paint.
 */
export function once<T>(create: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= create());
}
