import type { CatalogItemResponse } from './catalogItemResponse';

export interface CatalogResponse {
  /** Only countries with stock. */
  data: CatalogItemResponse[];
  success: boolean;
}
