/** In the place of a secret that the caller may not see. */
export const SECRET_MASK = '••••••••';

/** Shows that a secret is stored, and none of its characters. */
export const maskSecret = (secret: string | null): string | null =>
  secret === null ? null : SECRET_MASK;

/** Whether a client sent a masked secret back unchanged. Earlier masks ended in four characters. */
export const isMaskedSecret = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(SECRET_MASK);
