const MASK = '••••••••';

/** Shows that a secret is stored, and none of its characters. */
export const maskSecret = (secret: string | null): string | null => (secret === null ? null : MASK);

/** Whether a client sent a masked secret back unchanged. Earlier masks ended in four characters. */
export const isMaskedSecret = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(MASK);
