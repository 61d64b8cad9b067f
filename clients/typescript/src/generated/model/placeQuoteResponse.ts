import type { PlaceQuoteData } from './placeQuoteData';

export interface PlaceQuoteResponse {
  data: PlaceQuoteData;
  success: boolean;
}
