import type { AuthConfigData } from './authConfigData';

export interface AuthConfigResponse {
  data: AuthConfigData;
  /** Always true. */
  success: boolean;
}
