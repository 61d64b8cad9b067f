import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { KeptAnswers } from '../paging/kept-answers';
import { ListPages } from '../paging/list-pages';
import { likePattern } from '../paging/search-term';
import { TableSizes } from '../paging/table-sizes';
import { UsersMeantQueries } from '../paging/users-meant.queries';
import { seesMoney } from '../withheld';
import { AdminTransactionsQueries } from './admin-transactions.queries';
import type {
  ManagedTransaction,
  TransactionFigures,
  TransactionFilter,
} from './admin-transactions.types';
import { transactionList, type TransactionSearch } from './transaction-list.source';

const TABLES = ['wallet_transaction'];

/** Every line of every wallet, for staff. */
@Injectable()
export class AdminTransactionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: AdminTransactionsQueries,
    private readonly users: UsersMeantQueries,
    private readonly pages: ListPages,
    private readonly kept: KeptAnswers,
    private readonly sizes: TableSizes,
  ) {}

  async list(
    actor: Actor,
    filter: TransactionFilter,
    page: Page,
  ): Promise<[Paged<ManagedTransaction>, TransactionFigures]> {
    const source = transactionList(filter, await this.search(filter.search));
    const [{ ids, total }, figures] = await this.uow.all(
      () => this.pages.find(source, page),
      () => this.kept.of('transactions', TABLES, () => this.queries.figures()),
    );
    return [{ rows: await this.queries.byIds(ids, seesMoney(actor)), total, page }, figures];
  }

  private async search(term: string | undefined): Promise<TransactionSearch | null> {
    if (!term) return null;
    const pattern = likePattern(term, await this.sizes.anyLarge(['wallet_transaction', 'users']));
    return { pattern, userIds: await this.users.find(pattern) };
  }
}
