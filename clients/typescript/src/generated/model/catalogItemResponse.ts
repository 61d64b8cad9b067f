import type { Protocol } from './protocol';

export interface CatalogItemResponse {
  /** `id` of the country. */
  country_id: number;
  protocols: Protocol[];
  /** Number of available addresses. */
  quantity: number;
}
