import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { QueryCache } from '../cache/query-cache';
import { ListPaginator } from '../paging/list-paginator';
import { toLikePattern } from '../paging/search-term';
import { TableSizes } from '../paging/table-sizes';
import { UserSearchQueries } from '../paging/user-search.queries';
import { canViewMoney } from '../permissions';
import { AdminTransactionsQueries } from './admin-transactions.queries';
import type {
  ManagedTransaction,
  TransactionStatistics,
  TransactionFilter,
} from './admin-transactions.types';
import { buildTransactionListQuery, type TransactionSearch } from './transaction-list.query';

const TABLES = ['wallet_transaction'];

/** Lists the transactions of all wallets. */
@Injectable()
export class AdminTransactionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: AdminTransactionsQueries,
    private readonly users: UserSearchQueries,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
    private readonly sizes: TableSizes,
  ) {}

  async list(
    actor: Actor,
    filter: TransactionFilter,
    page: Page,
  ): Promise<[Paged<ManagedTransaction>, TransactionStatistics]> {
    const source = buildTransactionListQuery(filter, await this.search(filter.search));
    const [{ ids, total }, statistics] = await this.uow.all(
      () => this.paginator.findPage(source, page),
      () => this.cache.getOrCompute('transactions', TABLES, () => this.queries.getStatistics()),
    );
    return [
      { rows: await this.queries.findByIds(ids, canViewMoney(actor)), total, page },
      statistics,
    ];
  }

  private async search(term: string | undefined): Promise<TransactionSearch | null> {
    if (!term) return null;
    const pattern = toLikePattern(
      term,
      await this.sizes.isAnyLarge(['wallet_transaction', 'users']),
    );
    return { pattern, userIds: await this.users.findIds(pattern) };
  }
}
