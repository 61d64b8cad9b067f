import { RANDOM_CODE } from './country';

export interface PlaceFields {
  country: string;
  region: string;
  city: string;
  isp: string;
}

export const ANYWHERE: PlaceFields = {
  country: RANDOM_CODE,
  region: RANDOM_CODE,
  city: RANDOM_CODE,
  isp: RANDOM_CODE,
};

/** A wider choice resets the narrower ones: they were made under the old one. */
export function afterChoosing(changed: Partial<PlaceFields>): Partial<PlaceFields> {
  if (changed.country !== undefined) return { ...ANYWHERE, country: changed.country };
  if (changed.region !== undefined)
    return { region: changed.region, city: RANDOM_CODE, isp: RANDOM_CODE };
  if (changed.city !== undefined) return { city: changed.city, isp: RANDOM_CODE };
  return changed;
}
