import { DomainError, invalidFields } from '../errors/domain-error';

/** Deeper than any request of ours, and far from where reading it would exhaust the stack. */
const DEEPEST = 16;

type Rule = (text: string) => boolean;

/** A surrogate that stands alone is no text: validators stumble over it and jsonb refuses it. */
export const isWhole: Rule = (text) => text.search(/\p{Surrogate}/u) < 0;
/** The one character that PostgreSQL keeps in no text. */
export const hasNoNul: Rule = (text) => !text.includes('\0');

/**
 * Holds every text of a request to a rule, the names of its fields included.
 * @param path dotted, of the field that the value stands in.
 * @throws DomainError invalid with the field, or malformed when values are nested without end.
 */
export function assertPlain(rule: Rule, value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string' && !rule(value)) throw notText(path);
  if (typeof value !== 'object' || value === null) return;
  if (depth === DEEPEST)
    throw new DomainError('malformed', 'MALFORMED_REQUEST', 'The request is nested too deep.');
  for (const [key, entry] of Object.entries(value)) {
    if (!rule(key)) throw notText(path);
    assertPlain(rule, entry, path ? `${path}.${key}` : key, depth + 1);
  }
}

const notText = (path: string): DomainError =>
  invalidFields({ [path]: ['Please remove characters that are not text'] });
