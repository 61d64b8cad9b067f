import type { LoginData } from './loginData';

export interface LoginResponse {
  data: LoginData;
  message: string;
  success: boolean;
}
