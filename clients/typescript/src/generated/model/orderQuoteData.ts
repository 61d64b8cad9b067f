
export interface OrderQuoteData {
  currency: string;
  quantity: number;
  /** Whole naira for the whole order. */
  total: number;
  /** Whole naira for one proxy. */
  unit_price: number;
  /** Ask again after this time. A change of prices may end it earlier; a purchase with `expected_total` is
then refused with PRICE_CHANGED. */
  valid_until: string;
}
