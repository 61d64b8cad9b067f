const BULLETS = '••••••••';
/** Of a shorter secret four characters would tell too much. */
const LONG = 12;
const SHOWN = 4;

/** How a secret reads: eight bullets, and the last four characters of a long one. */
export const mask = (secret: string | null): string | null =>
  secret === null ? null : BULLETS + (secret.length >= LONG ? secret.slice(-SHOWN) : '');

/** Whether this is a mask that came back instead of a secret. */
export const isMask = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith(BULLETS);
