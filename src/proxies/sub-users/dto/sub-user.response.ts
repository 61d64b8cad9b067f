import { withMessage } from '../../../common/http/api.decorators';
import { GIGABYTE } from '../../proxy.types';
import type { SubUserView } from '../sub-users.types';

export class SubUserResponse {
  /** @example 12 */
  id: number;
  /** @example tunde */
  name: string;
  /** For the gateway; session and place may follow it. @example npk3f8a1b2c.tunde */
  username: string;
  /** @example Xy7pQ2mN8rT4vW6zB3kD */
  password: string;
  /** GB from midnight to midnight in Lagos; null without a limit. @example 2.5 */
  daily_limit_gb: number | null;
  /** GB in a calendar month of Lagos; null without a limit. @example 20 */
  monthly_limit_gb: number | null;
  /** Whether the sub-user is shut out for now. @example false */
  suspended: boolean;
  /** Bytes in both directions today. @example 52428800 */
  used_today: number;
  /** Bytes in both directions this month. @example 1073741824 */
  used_this_month: number;
  created_at: Date;
}

export class SubUsersData {
  /** In the order of their names. */
  sub_users: SubUserResponse[];
  /** The most that a proxy may have. @example 50 */
  limit: number;
}

/** Two decimals, as limits are given. */
const toGigabytes = (bytes: bigint | null): number | null =>
  bytes === null ? null : Number((bytes * 100n) / GIGABYTE) / 100;

const toSubUser = (view: SubUserView): SubUserResponse => ({
  id: view.id,
  name: view.name,
  username: view.username,
  password: view.password,
  daily_limit_gb: toGigabytes(view.dailyBytes),
  monthly_limit_gb: toGigabytes(view.monthlyBytes),
  suspended: view.isSuspended,
  used_today: Number(view.usedToday),
  used_this_month: Number(view.usedThisMonth),
  created_at: view.createdAt,
});

export const toSubUsers = (views: readonly SubUserView[], limit: number): SubUsersData => ({
  sub_users: views.map(toSubUser),
  limit,
});

export const toSubUserResult = (view: SubUserView, message: string): SubUserResponse =>
  withMessage(toSubUser(view), message);
