import type { NairaAccountData } from './nairaAccountData';

export interface NairaAccountResponse {
  data: NairaAccountData;
  success: boolean;
}
