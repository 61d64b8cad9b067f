import type { ApiKeyResponse } from './apiKeyResponse';

export interface ApiKeysResponse {
  /** Newest first, with expired ones. */
  data: ApiKeyResponse[];
  success: boolean;
}
