import type { AuthConfigData } from './authConfigData';

export interface AuthConfigResponse {
  data: AuthConfigData;
  success: boolean;
}
