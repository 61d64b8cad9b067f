const BULLETS = '••••••••';
/** Shorter secrets show no characters: four would reveal too much. */
const LONG = 12;
const SHOWN = 4;

/** Eight bullets, and the last four characters of a long secret. */
export const maskSecret = (secret: string | null): string | null =>
  secret === null ? null : BULLETS + (secret.length >= LONG ? secret.slice(-SHOWN) : '');

/** Whether a client sent a masked secret back unchanged. */
export const isMaskedSecret = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(BULLETS);
