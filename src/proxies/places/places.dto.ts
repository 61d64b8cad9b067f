import { CountryCode, OptionalPlaceCode } from '../proxies.dto';
import { ExpectedTotal } from '../orders/orders.dto';

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

export class PlaceQuoteData {
  /** What is paid for the traffic that is left, in whole naira. @example 4960 */
  current_price: number;
  /** What it costs in the place. @example 49600 */
  required_price: number;
  /** To pay; 0 in a place that is included. @example 44640 */
  difference: number;
  /** @example NGN */
  currency: string;
}
