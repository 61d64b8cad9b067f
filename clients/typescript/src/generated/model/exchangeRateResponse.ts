import type { ExchangeRateData } from './exchangeRateData';

export interface ExchangeRateResponse {
  data: ExchangeRateData;
  success: boolean;
}
