import { RANDOM_CODE } from './country';
import { specific } from './proxy-options';

export interface ProxyLocation {
  country: string;
  region: string;
  city: string;
  isp: string;
}

export const RANDOM_LOCATION: ProxyLocation = {
  country: RANDOM_CODE,
  region: RANDOM_CODE,
  city: RANDOM_CODE,
  isp: RANDOM_CODE,
};

/** A place as the API takes it; null for Random. */
export const toPlaceBody = ({ country, region, city, isp }: ProxyLocation) => ({
  country,
  region: specific(region) ?? null,
  city: specific(city) ?? null,
  isp: specific(isp) ?? null,
});

/** Changing the country, region or city resets the fields that depend on it. */
export function resetDependentFields(changed: Partial<ProxyLocation>): Partial<ProxyLocation> {
  if (changed.country !== undefined) return { ...RANDOM_LOCATION, country: changed.country };
  if (changed.region !== undefined)
    return { region: changed.region, city: RANDOM_CODE, isp: RANDOM_CODE };
  if (changed.city !== undefined) return { city: changed.city, isp: RANDOM_CODE };
  return changed;
}
