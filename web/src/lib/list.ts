/** What is no array reads as an empty list: a screen then says so instead of breaking. */
export const asList = <T>(value: readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(value) ? (value as readonly T[]) : [];
