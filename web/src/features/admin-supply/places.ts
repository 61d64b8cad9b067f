import type { PlaceLevel } from '@/api/generated/api.schemas';

/** One of a level, and several. */
export const LEVEL_WORDS: Readonly<Record<PlaceLevel, readonly [string, string]>> = {
  country: ['country', 'countries'],
  region: ['region', 'regions'],
  city: ['city', 'cities'],
  isp: ['ISP', 'ISPs'],
};
