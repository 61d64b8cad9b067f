import type { SharedListData } from './sharedListData';

export interface SharedListResponse {
  data: SharedListData;
  success: boolean;
}
