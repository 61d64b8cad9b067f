import { once } from './once';

export const RANDOM_CODE = 'zz';

const names = once(() => new Intl.DisplayNames(['en'], { type: 'region' }));

export const isRandom = (code: string): boolean => code.toLowerCase() === RANDOM_CODE;

/** English name of a two-letter code; "Random" for zz; the code itself if unknown. */
export function countryName(code: string): string {
  if (isRandom(code)) return 'Random';
  try {
    return names().of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

/** URL of the flag on our own origin; null for Random and for anything but a country code. */
export const flagUrl = (code: string): string | null =>
  /^[a-z]{2}$/i.test(code) && !isRandom(code) ? `/flags/${code.toLowerCase()}.svg` : null;
