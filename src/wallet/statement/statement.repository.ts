import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { toOffset, type Page, type Paged } from '../../common/http/pagination';
import { Money } from '../../common/money/money';
import { EntityStatements } from '../../database/entity-statements';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import type {
  Completion,
  NewTransaction,
  StatementLine,
  StatementPeriod,
  TransactionUpdate,
  TransactionStatus,
} from '../wallet.types';
import { LedgerTransaction } from '../ledger/ledger-transaction.entity';
import { WalletTransaction } from './wallet-transaction.entity';

export interface StatementFilter {
  readonly status?: TransactionStatus;
  readonly search?: string;
}

const TIME_OF_LINE = 'coalesce(posting.createdAt, line.createdAt)';

const toLine = (row: WalletTransaction): StatementLine => ({
  id: row.id,
  reference: row.reference,
  description: row.description,
  type: row.type,
  purpose: row.purpose,
  status: row.status,
  amount: Money.kobo(row.amountKobo),
  currency: row.currency,
  paymentMethod: row.paymentMethod,
  createdAt: row.createdAt,
  processedAt: row.processedAt,
});

/** Escapes LIKE's special characters in user input. */
const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const LINES = new EntityStatements(WalletTransaction);

const MARK_SUCCESSFUL = prepareStatement(
  'statement.mark-successful',
  `UPDATE wallet_transaction SET status = 'successful', ledger_transaction_id = $2,
     processed_at = now(), payment_method = coalesce($3, payment_method),
     metadata = metadata || $4::jsonb, amount_kobo = coalesce($5::bigint, amount_kobo)
   WHERE id = $1`,
);

/** SQL where a change of status merges metadata into the stored object. */
@Injectable()
export class StatementRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insertPending(line: NewTransaction): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(WalletTransaction, {
      userId: line.userId,
      reference: line.reference,
      type: line.type,
      purpose: line.purpose,
      status: 'pending',
      amountKobo: line.amount.kobo,
      description: line.description,
      paymentMethod: line.paymentMethod ?? null,
      metadata: (line.metadata ?? {}) as object,
    });
    return identifiers[0]!.id as number;
  }

  /** Locks the row until the unit of work ends. */
  async lockById(id: number): Promise<(StatementLine & { userId: number }) | null> {
    const row = await LINES.lockOne(this.uow, 'WHERE id = $1', [id]);
    return row && { ...toLine(row), userId: row.userId };
  }

  async markSuccessful(id: number, ledgerTransactionId: string, extra: Completion): Promise<void> {
    await this.uow.executeInTransaction(MARK_SUCCESSFUL, [
      id,
      ledgerTransactionId,
      extra.paymentMethod ?? null,
      JSON.stringify(extra.metadata ?? {}),
      extra.amount?.kobo.toString() ?? null,
    ]);
  }

  async setPaymentMethod(id: number, paymentMethod: string): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(WalletTransaction, { id, status: 'pending' }, { paymentMethod });
  }

  /** Compare-and-set of the status. @returns false when the current status is not `from`. */
  async transition(
    id: number,
    from: TransactionStatus,
    to: TransactionStatus,
    extra: TransactionUpdate = {},
  ): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE wallet_transaction SET status = $3, processed_at = now(),
         payment_method = coalesce($4, payment_method), metadata = metadata || $5::jsonb
       WHERE id = $1 AND status = $2`,
      [id, from, to, extra.paymentMethod ?? null, JSON.stringify(extra.metadata ?? {})],
    );
    return updated === 1;
  }

  async findByReference(reference: string): Promise<StatementLine | null> {
    const row = await LINES.findOne(this.uow, 'WHERE reference = $1', [reference]);
    return row && toLine(row);
  }

  async findById(id: number): Promise<StatementLine | null> {
    const row = await LINES.findOne(this.uow, 'WHERE id = $1', [id]);
    return row && toLine(row);
  }

  /** The user's own transactions, newest first. */
  async list(
    userId: number,
    { from, until }: StatementPeriod,
    filter: StatementFilter,
    page: Page,
  ): Promise<Paged<StatementLine>> {
    const query = this.newestFirst(userId);
    if (from || until)
      query.leftJoin(LedgerTransaction, 'posting', 'posting.id = line.ledgerTransactionId');
    if (from) query.andWhere(`${TIME_OF_LINE} >= :from`, { from });
    // No line is posted before it is created: the first condition has an index.
    if (until) query.andWhere(`line.createdAt < :until AND ${TIME_OF_LINE} < :until`, { until });
    if (filter.status) query.andWhere('line.status = :status', { status: filter.status });
    if (filter.search)
      query.andWhere(
        `(line.reference ILIKE :search OR line.description ILIKE :search OR line.type ILIKE :search)`,
        { search: toLikePattern(filter.search) },
      );
    const [rows, total] = await query.limit(page.perPage).offset(toOffset(page)).getManyAndCount();
    return { rows: rows.map(toLine), total, page };
  }

  async findRecent(userId: number, limit: number): Promise<StatementLine[]> {
    return (await this.newestFirst(userId).limit(limit).getMany()).map(toLine);
  }

  private newestFirst(userId: number): SelectQueryBuilder<WalletTransaction> {
    return this.uow.manager
      .createQueryBuilder(WalletTransaction, 'line')
      .where('line.userId = :userId', { userId })
      .orderBy('line.createdAt', 'DESC')
      .addOrderBy('line.id', 'DESC');
  }
}
