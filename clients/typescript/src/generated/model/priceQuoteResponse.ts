import type { PriceQuoteData } from './priceQuoteData';

export interface PriceQuoteResponse {
  data: PriceQuoteData;
  success: boolean;
}
