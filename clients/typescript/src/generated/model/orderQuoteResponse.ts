import type { OrderQuoteData } from './orderQuoteData';

export interface OrderQuoteResponse {
  data: OrderQuoteData;
  success: boolean;
}
