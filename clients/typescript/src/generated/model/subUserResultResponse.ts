import type { SubUserResponse } from './subUserResponse';

export interface SubUserResultResponse {
  data: SubUserResponse;
  message: string;
  success: boolean;
}
