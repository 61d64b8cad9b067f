/**
 * Anything but an array becomes an empty list, so a screen shows its empty state instead of
 * crashing.
 */
export const asList = <T>(value: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(value) ? (value as readonly T[]) : [];
