import type { LoginData } from './loginData';

export interface LoginResponse {
  data: LoginData;
  /** Message for the user. */
  message: string;
  /** Always true. */
  success: boolean;
}
