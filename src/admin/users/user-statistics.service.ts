import { Injectable } from '@nestjs/common';
import { QueryCache } from '../paging/query-cache';
import { ListPaginator, toTwoDigits, type IdPage } from '../paging/list-paginator';
import { toWhere, type ListQuery } from '../paging/list-query';
import { AdminUsersQueries } from './admin-users.queries';
import type { UserFilter, UserStatistics } from './admin-users.types';
import { buildUserListQuery } from './user-list.query';
import { toUserStatistics } from './user-statistics';

const TABLES = ['users', 'ledger_account'];

/** The cards over the list of users. */
@Injectable()
export class UserStatisticsService {
  constructor(
    private readonly queries: AdminUsersQueries,
    private readonly cache: QueryCache,
    private readonly paginator: ListPaginator,
  ) {}

  /** Without a search: the cached groups of all users serve every filter. */
  async ofAll(filter: UserFilter, money: boolean): Promise<UserStatistics> {
    return toUserStatistics(await this.count(buildUserListQuery({}), money), filter, money);
  }

  /** As exact as the total of the list. */
  async ofSearch(list: ListQuery, found: IdPage, money: boolean): Promise<UserStatistics> {
    if (found.isEstimate) return this.estimate(list, found.total);
    const groups = found.all ? this.queries.countAmong(found.all, money) : this.count(list, money);
    return toUserStatistics(await groups, {}, money);
  }

  private count(list: ListQuery, money: boolean) {
    const key = JSON.stringify(['users', money, toWhere(list), list.values]);
    return this.cache.getOrCompute(key, TABLES, () =>
      this.queries.countByStatusAndRole(list, money),
    );
  }

  private async estimate(list: ListQuery, total: number): Promise<UserStatistics> {
    const key = JSON.stringify(['user estimates', toWhere(list), list.values]);
    const sampled = await this.cache.getOrCompute(key, TABLES, () =>
      this.paginator.sample<{ status: string; count: number }>(
        list,
        't.status, count(*)::int AS count',
        `WHERE ${toWhere(list)} GROUP BY t.status`,
      ),
    );
    const sum = sampled.reduce((hits, { count }) => hits + count, 0);
    const share = (status: string) => {
      const hits = sampled.find((group) => group.status === status)?.count ?? 0;
      return hits === sum ? total : toTwoDigits((total * hits) / sum);
    };
    return {
      ...{ total, active: share('active'), suspended: share('suspended') },
      ...{ balance: null, isEstimate: true },
    };
  }
}
