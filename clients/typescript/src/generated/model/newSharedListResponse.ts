import type { NewSharedListData } from './newSharedListData';

export interface NewSharedListResponse {
  data: NewSharedListData;
  message: string;
  success: boolean;
}
