import { Money } from '../../common/money/money';
import type { UserStatistics, UserFilter, UserGroup } from './admin-users.types';

/** The cards over a list of users, from the groups that fit its filter. */
export function toUserStatistics(
  groups: readonly UserGroup[],
  { status, role }: UserFilter,
  canViewMoney: boolean,
): UserStatistics {
  const fitting = groups.filter(
    (group) => (!status || group.status === status) && (!role || group.role === role),
  );
  const count = (some: readonly UserGroup[]) => some.reduce((sum, group) => sum + group.count, 0);
  const having = (one: UserGroup['status']) => count(fitting.filter((g) => g.status === one));
  return {
    total: count(fitting),
    active: having('active'),
    suspended: having('suspended'),
    balance: canViewMoney
      ? fitting.reduce((sum, { balance }) => sum.plus(balance ?? Money.zero), Money.zero)
      : null,
  };
}
