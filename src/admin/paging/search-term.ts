const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
/** The shortest term that the trigram indexes can find. */
export const TRIGRAM_LENGTH = 3;
const ID = /^#?(\d{1,9})$/;

/** Pattern for LIKE. In a large table a term too short for the trigram index matches prefixes only. */
export const toLikePattern = (term: string, isLarge: boolean): string =>
  isLarge && term.length < TRIGRAM_LENGTH ? `${escapeLike(term)}%` : `%${escapeLike(term)}%`;

/** The id in a term such as `12` or `#12`; null when there is none. */
export const parseIdTerm = (term: string): number | null => {
  const digits = ID.exec(term)?.[1];
  return digits === undefined ? null : Number(digits);
};
