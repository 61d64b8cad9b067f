import type { PayoutItemKind, PayoutItemResult, PayoutSource } from '../../payments/payments.types';
import { Money } from '../../common/money/money';
import type { ImportCounts } from '../../payments/payouts/payout.entity';
import { Injectable } from '@nestjs/common';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';

export const SYSTEM_ACCOUNT_CODES = [
  'korapay_clearing',
  'in_review',
  'disputes',
  'bank',
  'provider_fees',
  'revenue',
  'adjustments',
  'promotions',
  'goodwill',
] as const;
export type SystemAccountCode = (typeof SYSTEM_ACCOUNT_CODES)[number];

export interface AccountBalance {
  readonly code: SystemAccountCode;
  /** With the sign that staff expect: money owed to the shop and costs are positive. */
  readonly balance: Money;
}

export interface AccountMonth {
  /** First day. */
  readonly month: string;
  readonly increase: Money;
  readonly decrease: Money;
  /** At the end of the month. */
  readonly balance: Money;
}

export interface LastImport {
  readonly id: number;
  readonly source: PayoutSource;
  readonly complete: boolean;
  readonly note: string | null;
  readonly counts: ImportCounts;
  readonly finishedAt: Date;
}

export interface ClearingOverview {
  readonly accounts: readonly AccountBalance[];
  readonly unmatchedItems: number;
  /** Payouts whose items are not known. */
  readonly payoutsWithoutItems: number;
  readonly lastImport: LastImport | null;
}

/** What the provider owes by the ledger and by its own word. */
export interface ClearingComparison {
  readonly owed: Money;
  readonly reported: { readonly available: Money; readonly pending: Money } | null;
  /** Reported less owed; null while nothing is reported. */
  readonly difference: Money | null;
  /** Part of the difference that the unmatched items explain. */
  readonly explained: Money;
  /** Reason why nothing is reported. */
  readonly note: string | null;
}

export interface ListedPayout {
  readonly id: number;
  readonly reference: string;
  readonly amount: Money;
  readonly fee: Money;
  readonly source: PayoutSource;
  readonly paidAt: Date;
  readonly hasItems: boolean;
  readonly matched: number;
  readonly unmatched: number;
  /** What the items add up to, less their fees. */
  readonly itemsTotal: Money;
}

export interface ListedPayoutItem {
  readonly id: number;
  readonly payoutId: number;
  readonly payoutReference: string;
  readonly kind: PayoutItemKind;
  readonly reference: string;
  readonly amount: Money;
  readonly fee: Money;
  readonly result: PayoutItemResult;
  /** What the ledger has booked for it, less the fee; null when nothing is. */
  readonly expected: Money | null;
  readonly transactionId: number | null;
}

export interface PayoutItemFilter {
  readonly payoutId?: number;
  readonly unmatchedOnly: boolean;
}

/** Accounts whose entries are negative when the shop gains or spends. */
const NEGATED: readonly SystemAccountCode[] = [
  'korapay_clearing',
  'disputes',
  'bank',
  'provider_fees',
  'adjustments',
  'promotions',
  'goodwill',
];
const MONTHS = 24;

type Row = Record<string, unknown>;
const toMoney = (kobo: unknown): Money => Money.kobo(BigInt(String(kobo)));
const toBalance = (code: SystemAccountCode, kobo: unknown): Money =>
  NEGATED.includes(code) ? toMoney(kobo).negated() : toMoney(kobo);

/** Read only. */
@Injectable()
export class ClearingQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async getOverview(): Promise<ClearingOverview> {
    const [accounts, [counts], lastImport] = await this.uow.all<
      [AccountBalance[], [{ unmatched: number; without: number }], LastImport | null]
    >(
      () => this.findBalances(),
      () =>
        this.uow.manager.query(
          `SELECT (SELECT count(*)::int FROM payment_payout_item WHERE result <> 'matched') AS unmatched,
             (SELECT count(*)::int FROM payment_payout WHERE items_imported_at IS NULL) AS without`,
        ),
      () => this.findLastImport(),
    );
    return {
      accounts,
      unmatchedItems: counts.unmatched,
      payoutsWithoutItems: counts.without,
      lastImport,
    };
  }

  /** What the provider owes by the ledger, and by how much the unmatched items make its own balance differ. */
  async getOwed(): Promise<{ owed: Money; explained: Money }> {
    const [row] = await this.uow.manager.query<Row[]>(
      `SELECT (SELECT coalesce(sum(e.amount_kobo), 0) FROM ledger_account a JOIN ledger_movement e
                 ON e.account_id = a.id WHERE a.code = 'korapay_clearing' AND a.currency = 'NGN') AS clearing,
         (SELECT coalesce(sum(amount_kobo - fee_kobo - coalesce(expected_kobo, 0)), 0)
          FROM payment_payout_item WHERE result <> 'matched') AS explained`,
    );
    return { owed: toMoney(row!.clearing).negated(), explained: toMoney(row!.explained) };
  }

  /** The latest months with a movement, newest first. */
  async findMonths(code: SystemAccountCode): Promise<AccountMonth[]> {
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT to_char(month, 'YYYY-MM-DD') AS month, increase, decrease,
         sum(increase + decrease) OVER (ORDER BY month) AS balance
       FROM (SELECT date_trunc('month', e.created_at AT TIME ZONE 'Africa/Lagos') AS month,
               coalesce(sum(e.amount_kobo) FILTER (WHERE e.amount_kobo > 0), 0) AS increase,
               coalesce(sum(e.amount_kobo) FILTER (WHERE e.amount_kobo < 0), 0) AS decrease
             FROM ledger_account a JOIN ledger_movement e ON e.account_id = a.id
             WHERE a.code = $1 AND a.currency = 'NGN' GROUP BY 1) AS months
       ORDER BY month DESC LIMIT ${MONTHS}`,
      [code],
    );
    const isNegated = NEGATED.includes(code);
    return rows.map((row) => ({
      month: String(row.month),
      increase: toBalance(code, isNegated ? row.decrease : row.increase),
      decrease: toBalance(code, isNegated ? row.increase : row.decrease).negated(),
      balance: toBalance(code, row.balance),
    }));
  }

  /** Newest first. */
  async listPayouts(page: Page): Promise<Paged<ListedPayout>> {
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT p.*, coalesce(i.matched, 0) AS matched, coalesce(i.unmatched, 0) AS unmatched,
         coalesce(i.total, 0) AS total
       FROM (SELECT * FROM payment_payout ORDER BY paid_at DESC, id DESC LIMIT $1 OFFSET $2) AS p
       LEFT JOIN LATERAL (SELECT count(*) FILTER (WHERE result = 'matched')::int AS matched,
           count(*) FILTER (WHERE result <> 'matched')::int AS unmatched, sum(amount_kobo - fee_kobo) AS total
         FROM payment_payout_item WHERE payout_id = p.id) AS i ON true
       ORDER BY p.paid_at DESC, p.id DESC`,
      [page.perPage, toOffset(page)],
    );
    const [{ total }] = await this.uow.manager.query<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM payment_payout`,
    );
    return { rows: rows.map(toPayout), total, page };
  }

  /** Those of the newest payouts first, within a payout as the provider lists them. */
  async listItems(filter: PayoutItemFilter, page: Page): Promise<Paged<ListedPayoutItem>> {
    const where = `WHERE ($1::int IS NULL OR i.payout_id = $1) AND ($2 = false OR i.result <> 'matched')`;
    const values = [filter.payoutId ?? null, filter.unmatchedOnly];
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT i.*, p.reference AS payout_reference, pay.transaction_id
       FROM payment_payout_item i JOIN payment_payout p ON p.id = i.payout_id
       LEFT JOIN payment_refund r ON i.kind = 'refund' AND r.reference = i.reference
       LEFT JOIN payment pay ON pay.id = coalesce(i.payment_id, r.payment_id)
       ${where} ORDER BY i.payout_id DESC, i.position LIMIT $3 OFFSET $4`,
      [...values, page.perPage, toOffset(page)],
    );
    const [{ total }] = await this.uow.manager.query<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM payment_payout_item i ${where}`,
      values,
    );
    return { rows: rows.map(toItem), total, page };
  }

  private async findBalances(): Promise<AccountBalance[]> {
    const rows = await this.uow.manager.query<{ code: SystemAccountCode; kobo: string }[]>(
      `SELECT a.code, coalesce(sum(e.amount_kobo), 0) AS kobo FROM ledger_account a
       LEFT JOIN ledger_movement e ON e.account_id = a.id
       WHERE a.code = ANY($1) AND a.currency = 'NGN' GROUP BY a.code`,
      [[...SYSTEM_ACCOUNT_CODES]],
    );
    const sums = new Map(rows.map(({ code, kobo }) => [code, kobo]));
    return SYSTEM_ACCOUNT_CODES.map((code) => ({
      code,
      balance: toBalance(code, sums.get(code) ?? 0),
    }));
  }

  private async findLastImport(): Promise<LastImport | null> {
    const [row] = await this.uow.manager.query<LastImport[]>(
      `SELECT id, source, complete, note, counts, finished_at AS "finishedAt"
       FROM payment_payout_import ORDER BY id DESC LIMIT 1`,
    );
    return row ?? null;
  }
}

const toPayout = (row: Row): ListedPayout => ({
  id: row.id as number,
  reference: row.reference as string,
  amount: toMoney(row.amount_kobo),
  fee: toMoney(row.fee_kobo),
  source: row.source as ListedPayout['source'],
  paidAt: row.paid_at as Date,
  hasItems: row.items_imported_at !== null,
  matched: row.matched as number,
  unmatched: row.unmatched as number,
  itemsTotal: toMoney(row.total),
});

const toItem = (row: Row): ListedPayoutItem => ({
  id: row.id as number,
  payoutId: row.payout_id as number,
  payoutReference: row.payout_reference as string,
  kind: row.kind as ListedPayoutItem['kind'],
  reference: row.reference as string,
  amount: toMoney(row.amount_kobo),
  fee: toMoney(row.fee_kobo),
  result: row.result as ListedPayoutItem['result'],
  expected: row.expected_kobo === null ? null : toMoney(row.expected_kobo),
  transactionId: row.transaction_id as number | null,
});
