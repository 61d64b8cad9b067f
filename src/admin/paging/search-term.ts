const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
/** The shortest term the trigram indexes can find. */
export const TRIGRAM = 3;
const ID = /^#?(\d{1,9})$/;

/**
 * What LIKE looks for. In a large table a term too short for the trigram index is looked for at the
 * beginning only.
 */
export const likePattern = (term: string, large: boolean): string =>
  large && term.length < TRIGRAM ? `${escaped(term)}%` : `%${escaped(term)}%`;

/** The id somebody may mean by what they typed; null when it cannot be one. */
export const idMeant = (term: string): number | null => {
  const digits = ID.exec(term)?.[1];
  return digits === undefined ? null : Number(digits);
};
