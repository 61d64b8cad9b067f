import { CountryCode, OptionalPlaceCode } from '../../dto/location-code.decorator';
import { ExpectedTotal } from '../../orders/dto/expected-total.decorator';
import type { Targeting } from '../../proxy.types';

/** A place that a proxy would move to. */
export class PlaceQuoteDto {
  /** Country code or `zz` for any. @example us */
  @CountryCode()
  country: string;

  /** Region code; null, empty or `zz` for any. @example virginia */
  @OptionalPlaceCode()
  region?: string | null;

  /** City code; null, empty or `zz` for any. @example ashburn */
  @OptionalPlaceCode()
  city?: string | null;

  /** ISP code; null, empty or `zz` for any. @example comcast */
  @OptionalPlaceCode()
  isp?: string | null;
}

export class BuyPlaceDto extends PlaceQuoteDto {
  /**
   * The difference that you agreed to, in whole naira. If it differs by now, also because traffic was used, nothing is
   * charged and the answer is 409 `PRICE_CHANGED`.
   * @example 44640
   */
  @ExpectedTotal()
  expected_total?: number;
}

export const toPlace = ({ country, region, city, isp }: PlaceQuoteDto): Targeting => ({
  country,
  region: region ?? null,
  city: city ?? null,
  isp: isp ?? null,
});
