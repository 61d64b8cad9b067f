import type { PlaceLevel } from '@/api/generated/hooks/model/placeLevel';

/** One of a level, and several. */
export const LEVEL_WORDS: Readonly<Record<PlaceLevel, readonly [string, string]>> = {
  country: ['country', 'countries'],
  region: ['region', 'regions'],
  city: ['city', 'cities'],
  isp: ['ISP', 'ISPs'],
};
