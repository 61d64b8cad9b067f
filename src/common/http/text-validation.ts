import { DomainError, invalidFields } from '../errors/domain-error';

/** Deeper than any valid request, and far below what would overflow the stack. */
const MAX_DEPTH = 16;

type Rule = (text: string) => boolean;

/** No lone surrogate: validators fail on it and jsonb rejects it. */
export const isWellFormed: Rule = (text) => text.search(/\p{Surrogate}/u) < 0;
/** No NUL, the one character that PostgreSQL cannot store in text. */
export const hasNoNul: Rule = (text) => !text.includes('\0');

/**
 * Checks every text of a request against a rule, including the names of its fields.
 * @param path dotted, of the field that holds the value.
 * @throws DomainError invalid with the field, or malformed when values are nested too deep.
 */
export function assertValidText(rule: Rule, value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string' && !rule(value)) throw invalidText(path);
  if (typeof value !== 'object' || value === null) return;
  if (depth === MAX_DEPTH)
    throw new DomainError('malformed', 'MALFORMED_REQUEST', 'The request is nested too deep.');
  for (const [key, entry] of Object.entries(value)) {
    if (!rule(key)) throw invalidText(path);
    assertValidText(rule, entry, path ? `${path}.${key}` : key, depth + 1);
  }
}

const invalidText = (path: string): DomainError =>
  invalidFields({ [path]: ['Please remove characters that are not text'] });
