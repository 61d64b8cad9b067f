import type { PlacePrice } from '../place-price';

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

export const toPlaceQuoteResponse = ({
  current,
  required,
  difference,
}: PlacePrice): PlaceQuoteData => ({
  current_price: current.toNaira(),
  required_price: required.toNaira(),
  difference: difference.toNaira(),
  currency: difference.currency,
});
