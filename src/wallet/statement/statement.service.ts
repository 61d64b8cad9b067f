import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { toOffset, toPage, toPagination } from '../../common/http/pagination.dto';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DAY } from '../../common/time/clock';
import { startOfDay } from '../../common/time/calendar';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { LedgerTransaction } from '../ledger/ledger.entity';
import {
  toTransaction,
  TransactionListData,
  type ListedLine,
  type StatementQuery,
  type TransactionBatchResponse,
  type TransactionResponse,
} from '../wallet.dto';
import { invalidDateRange, periodArchived } from '../wallet.errors';
import { CURRENCY, toReview, type StatementLine, type StatementPeriod } from '../wallet.types';
import { transactionReversals } from './reversal.types';
import {
  describeBatch,
  isOfBatch,
  toBatchId,
  WalletTransaction,
} from './wallet-transaction.entity';

const PAGE_SIZE = 15;

type StatementFilter = Pick<StatementQuery, 'status' | 'search' | 'batch' | 'group'>;

interface BatchRow extends Omit<TransactionBatchResponse, 'description' | 'amount'> {
  readonly id: string;
  readonly amount: string;
}

/** Entries of the wallet that a period can contain. Their ids rise with their postings, which lock the wallet. */
export interface EntryRange {
  readonly walletId: number;
  readonly firstId: string;
  /** The last one posted when the balances were read. */
  readonly lastId: string;
}

/** Opening balance + posted credits − posted debits of the period = closing balance, to the kobo. */
export interface StatementBalances {
  readonly opening: Money;
  readonly closing: Money;
  /** Null for a customer without a wallet. */
  readonly entries: EntryRange | null;
}

type LineState = Pick<TransactionResponse, 'id' | 'reversals'> & {
  readonly isReviewed: boolean;
  readonly received: string | null;
};

interface BalancesRow {
  readonly wallet_id: number;
  readonly opening: string;
  readonly closing: string;
  readonly first_id: string;
  readonly last_id: string;
  /** Null unless the balances would need archived entries. */
  readonly archived_until: Date | null;
}

/** A customer's own transactions, newest first. */
@Injectable()
export class StatementService {
  constructor(private readonly uow: UnitOfWork) {}

  list({ userId }: Actor, query: StatementQuery): Promise<TransactionListData> {
    const period = toStatementPeriod(query);
    const page = toPage(query, PAGE_SIZE);
    return this.uow.readSnapshot(async () => {
      // Of the period, whatever the filter leaves out.
      const { opening, closing } = await this.findBalances(userId, period);
      const [rows, total] = await this.select(userId, period, query)
        .limit(page.perPage)
        .offset(toOffset(page))
        .getManyAndCount();
      return {
        transactions: await this.toTransactions(
          rows,
          query.group ? await this.findBatches(userId, rows) : undefined,
        ),
        pagination: toPagination({ rows, total, page }),
        opening_balance: opening.toDecimalString(),
        closing_balance: closing.toDecimalString(),
      };
    });
  }

  async findRecent(
    { userId }: Pick<Actor, 'userId'>,
    limit: number,
  ): Promise<TransactionResponse[]> {
    return this.toTransactions(await this.select(userId).limit(limit).getMany());
  }

  /** With what was refunded or charged back, and what has arrived for the top-ups that are under review. */
  private async toTransactions(
    rows: readonly ListedLine[],
    batches?: ReadonlyMap<string, TransactionBatchResponse>,
  ): Promise<TransactionResponse[]> {
    const found = await this.uow.manager.query<LineState[]>(
      `SELECT line.id, p.id IS NOT NULL AS "isReviewed", p.received_kobo AS received,
              ${transactionReversals('line.id')} AS reversals
       FROM unnest($1::int[]) AS line (id)
       LEFT JOIN payment p ON p.transaction_id = line.id AND p.status = 'review'`,
      [rows.map(({ id }) => id)],
    );
    const states = new Map(found.map((state) => [state.id, state]));
    return rows.map((row) => {
      const { isReviewed, received, reversals } = states.get(row.id)!;
      const money = received === null ? null : Money.kobo(BigInt(received));
      const batch = batches?.get(toBatchId(row) ?? '');
      return toTransaction(row, isReviewed ? toReview(money) : null, batch, reversals);
    });
  }

  /** Of several transactions each, by id. */
  private async findBatches(
    userId: number,
    rows: readonly ListedLine[],
  ): Promise<Map<string, TransactionBatchResponse>> {
    const ids = rows.map(toBatchId).filter((id) => id !== null);
    if (!ids.length) return new Map();
    const found = await this.uow.manager.query<BatchRow[]>(
      `SELECT metadata ->> 'batch_id' AS id, count(*)::int AS transactions, sum(amount_kobo)::bigint AS amount,
         CASE WHEN count(DISTINCT status) = 1 THEN min(status) END AS status,
         bool_or(status = 'successful') AS can_invoice
       FROM wallet_transaction t WHERE user_id = $1 AND ${isOfBatch('t', 'ANY($2)')}
       GROUP BY 1 HAVING count(*) > 1`,
      [userId, ids],
    );
    return new Map(
      found.map(({ id, amount, ...batch }) => [
        id,
        {
          ...batch,
          description: describeBatch(batch.transactions),
          amount: Money.kobo(BigInt(amount)).toNaira(),
        },
      ]),
    );
  }

  /** Whatever became of it; null without one since then. */
  findLatestTopUp({ userId }: Pick<Actor, 'userId'>, since: Date): Promise<StatementLine | null> {
    return this.select(userId)
      .andWhere(`line.purpose = 'topup' AND line.createdAt >= :since`, { since })
      .limit(1)
      .getOne();
  }

  /**
   * One statement sees one snapshot, and sums continue from the last month closed before the period.
   */
  async findBalances(userId: number, { from, until }: StatementPeriod): Promise<StatementBalances> {
    const [row] = await this.uow.manager.query<BalancesRow[]>(
      `WITH closed AS (SELECT month, ends_at, next_entry_id FROM ledger_period
         WHERE ends_at <= $2 ORDER BY ledger_period.month DESC LIMIT 1)
       SELECT a.id AS wallet_id, coalesce(c.next_entry_id, 0) AS first_id,
         coalesce((SELECT max(id) FROM ledger_entry WHERE account_id = a.id), 0) AS last_id,
         coalesce(b.closing_kobo, 0) + coalesce(s.before, 0) AS opening,
         CASE WHEN $3 = 'infinity'::timestamptz THEN a.balance_kobo
              ELSE coalesce(b.closing_kobo, 0) + coalesce(s.through, 0) END AS closing,
         CASE WHEN coalesce(c.ends_at, '-infinity') < archived.until
           AND ($2 > '-infinity'::timestamptz OR $3 < 'infinity'::timestamptz) THEN archived.until END AS archived_until
       FROM ledger_account a CROSS JOIN (SELECT ledger_archived_until() AS until) AS archived
       LEFT JOIN closed c ON true
       LEFT JOIN ledger_period_balance b ON b.month = c.month AND b.account_id = a.id
       LEFT JOIN LATERAL (
         SELECT sum(e.amount_kobo) FILTER (WHERE e.created_at < $2) AS before,
                sum(e.amount_kobo) FILTER (WHERE e.created_at < $3) AS through
         FROM ledger_entry e WHERE e.account_id = a.id AND e.id >= coalesce(c.next_entry_id, 0)
           AND e.created_at >= coalesce(c.ends_at, '-infinity'))
         AS s ON $2 > '-infinity'::timestamptz OR $3 < 'infinity'::timestamptz
       WHERE a.user_id = $1 AND a.kind = 'wallet' AND a.currency = '${CURRENCY}'`,
      [userId, from ?? '-infinity', until ?? 'infinity'],
    );
    if (row?.archived_until) throw periodArchived(row.archived_until);
    if (!row) return { opening: Money.zero, closing: Money.zero, entries: null };
    return {
      opening: Money.kobo(BigInt(row.opening)),
      closing: Money.kobo(BigInt(row.closing)),
      entries: { walletId: row.wallet_id, firstId: row.first_id, lastId: row.last_id },
    };
  }

  private select(
    userId: number,
    period?: StatementPeriod,
    filter: StatementFilter = {},
  ): SelectQueryBuilder<WalletTransaction> {
    const query = this.match('line', userId, period, filter)
      .orderBy('line.createdAt', 'DESC')
      .addOrderBy('line.id', 'DESC');
    if (!filter.group) return query;
    const newer = this.match('newer', userId, period, filter)
      .select('1')
      .andWhere(isOfBatch('newer', `line.metadata ->> 'batch_id'`))
      .andWhere('(newer.createdAt, newer.id) > (line.createdAt, line.id)');
    return query.andWhere(`(line.purpose <> 'purchase' OR NOT EXISTS (${newer.getQuery()}))`);
  }

  /** @param line alias of the rows. */
  private match(
    line: string,
    userId: number,
    { from, until }: StatementPeriod = { from: null, until: null },
    { status, search, batch }: StatementFilter,
  ): SelectQueryBuilder<WalletTransaction> {
    const query = this.uow.manager
      .createQueryBuilder(WalletTransaction, line)
      .where(`${line}.userId = :userId`, { userId });
    const posting = `${line}_posting`;
    const time = `coalesce(${posting}.createdAt, ${line}.createdAt)`;
    if (from || until)
      query.leftJoin(LedgerTransaction, posting, `${posting}.id = ${line}.ledgerTransactionId`);
    if (from) query.andWhere(`${time} >= :from`, { from });
    // No line is posted before it is created: the first condition has an index.
    if (until) query.andWhere(`${line}.createdAt < :until AND ${time} < :until`, { until });
    if (status) query.andWhere(`${line}.status = :status`, { status });
    if (batch) query.andWhere(isOfBatch(line, ':batch'), { batch });
    if (search)
      query.andWhere(
        `(${line}.reference ILIKE :search OR ${line}.description ILIKE :search OR ${line}.type ILIKE :search)`,
        { search: toLikePattern(search) },
      );
    return query;
  }
}

/**
 * @param days in the shop's zone, `YYYY-MM-DD`, both included.
 */
export function toStatementPeriod({ from, to }: { from?: string; to?: string }): StatementPeriod {
  if (from && to && to < from) throw invalidDateRange();
  return {
    from: from ? startOfDay(from) : null,
    until: to ? new Date(startOfDay(to).getTime() + DAY) : null,
  };
}
