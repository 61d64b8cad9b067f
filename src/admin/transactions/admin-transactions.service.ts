import { Injectable } from '@nestjs/common';
import type { Download } from '../../common/http/api.decorators';
import type { Page, Paged } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { TransactionReceiptService } from '../../wallet/statement/receipt.service';
import { receiptNotFound } from '../../wallet/wallet.errors';
import { QueryCache } from '../paging/query-cache';
import { ListPaginator, toPaged } from '../paging/list-paginator';
import { canViewMoney } from '../permissions';
import { AdminTransactionsQueries } from './admin-transactions.queries';
import type {
  ManagedTransaction,
  TransactionStatistics,
  TransactionFilter,
} from './admin-transactions.types';
import { buildTransactionListQuery } from './transaction-list.query';

const TABLES = ['wallet_transaction'];

/** Lists the transactions of all wallets. */
@Injectable()
export class AdminTransactionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: AdminTransactionsQueries,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
    private readonly receipts: TransactionReceiptService,
  ) {}

  async list(
    actor: Actor,
    filter: TransactionFilter,
    page: Page,
    exactTotal = false,
  ): Promise<[Paged<ManagedTransaction>, TransactionStatistics]> {
    const source = buildTransactionListQuery(filter);
    const [found, statistics] = await this.uow.all(
      () => this.paginator.findPage(source, page, exactTotal),
      () => this.cache.getOrCompute('transactions', TABLES, () => this.queries.getStatistics()),
    );
    const rows = await this.queries.findByIds(found.ids, canViewMoney(actor));
    return [toPaged(found, rows, page), statistics];
  }

  /** @throws DomainError not_found RECEIPT_NOT_FOUND. */
  async generateReceipt(id: number): Promise<Download> {
    const [transaction] = await this.queries.findByIds([id], true);
    if (!transaction) throw receiptNotFound();
    const { id: userId, name, email } = transaction.user;
    return this.receipts.generate({ userId, name, email }, id);
  }
}
