const ID = /^#?(\d{1,9})$/;
/** A trigram index finds a term by three letters or digits in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

export const hasTrigram = (term: string): boolean => TRIGRAM.test(term);

/** The id in a term such as `12` or `#12`; null when there is none. */
export const parseIdTerm = (term: string): number | null => {
  const digits = ID.exec(term)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** Condition on a user `u` whose name or e-mail address matches the pattern. */
export const OWNER_LIKE = 'u.name ILIKE ? OR u.email::text ILIKE ?';
