import type { ConnectionListData } from './connectionListData';

export interface ConnectionListResponse {
  data: ConnectionListData;
  success: boolean;
}
