import type { SubUsersData } from './subUsersData';

export interface SubUsersResponse {
  data: SubUsersData;
  success: boolean;
}
