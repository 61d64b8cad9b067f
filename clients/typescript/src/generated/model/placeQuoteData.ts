
export interface PlaceQuoteData {
  currency: string;
  /** What is paid for the traffic that is left, in whole naira. */
  current_price: number;
  /** To pay; 0 in a place that is included. */
  difference: number;
  /** What it costs in the place. */
  required_price: number;
}
