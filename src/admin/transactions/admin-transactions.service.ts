import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettlementService } from '../../payments/settlement.service';
import { KeptAnswers } from '../paging/kept-answers';
import { ListPages } from '../paging/list-pages';
import { likePattern } from '../paging/search-term';
import { TableSizes } from '../paging/table-sizes';
import { UsersMeantQueries } from '../paging/users-meant.queries';
import { seesMoney } from '../withheld';
import { paymentUnknown } from './admin-transactions.errors';
import { AdminTransactionsQueries } from './admin-transactions.queries';
import type {
  ManagedTransaction,
  RecheckedPayment,
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
    private readonly settlement: SettlementService,
    private readonly pages: ListPages,
    private readonly kept: KeptAnswers,
    private readonly sizes: TableSizes,
    private readonly audit: AuditService,
  ) {}

  async list(
    actor: Actor,
    filter: TransactionFilter,
    page: Page,
  ): Promise<[Paged<ManagedTransaction>, TransactionFigures]> {
    const source = transactionList(filter, await this.search(filter.search));
    const [{ ids, total }, figures] = await Promise.all([
      this.pages.find(source, page),
      this.kept.of('transactions', TABLES, () => this.queries.figures()),
    ]);
    return [{ rows: await this.queries.byIds(ids, seesMoney(actor)), total, page }, figures];
  }

  /**
   * Asks the provider about a payment and acts on the answer.
   * @throws DomainError not_found.
   */
  async recheck(actor: Actor, paymentId: number): Promise<RecheckedPayment> {
    const payment = await this.settlement.settleById(paymentId);
    if (!payment) throw paymentUnknown();
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'payment.rechecked',
        target: `payment:${paymentId}`,
        details: `Asked the card provider about ${payment.reference}: ${payment.status}`,
      }),
    );
    const { id, reference, status, reason } = payment;
    return { id, reference, status, reason };
  }

  private async search(term: string | undefined): Promise<TransactionSearch | null> {
    if (!term) return null;
    const pattern = likePattern(term, await this.sizes.anyLarge(['wallet_transaction', 'users']));
    return { pattern, userIds: await this.users.find(pattern) };
  }
}
