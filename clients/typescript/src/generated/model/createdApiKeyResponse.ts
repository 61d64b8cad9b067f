import type { CreatedApiKeyData } from './createdApiKeyData';

export interface CreatedApiKeyResponse {
  data: CreatedApiKeyData;
  message: string;
  success: boolean;
}
