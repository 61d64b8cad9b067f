import type { SubUserResponse } from './subUserResponse';

export interface SubUsersData {
  /** The most that a proxy may have. */
  limit: number;
  /** In the order of their names. */
  sub_users: SubUserResponse[];
}
