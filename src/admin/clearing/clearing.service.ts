import { Injectable } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import { toOffset, toPage, toPagination, type PageQuery } from '../../common/http/pagination.dto';
import { Money } from '../../common/money/money';
import { ZONE } from '../../common/time/calendar';
import { toDecimalSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { KorapayService } from '../../payments/korapay/korapay.service';
import {
  SYSTEM_ACCOUNT_CODES,
  toCounts,
  type ClearingAccount,
  type ClearingComparisonData,
  type ClearingData,
  type ClearingMonth,
  type ClearingMonthsData,
  type ListPayoutItemsQuery,
  type PayoutItemListData,
  type PayoutItemResponse,
  type PayoutListData,
  type PayoutResponse,
} from './clearing.dto';
import type { ImportCounts } from '../../payments/payouts/payout.entity';

const PER_PAGE = 20;
const MONTHS = 24;

/** Staff expect money owed to the shop and costs to be positive, whose entries are negative. */
const EXPECTED_SIGN = `CASE WHEN a.code IN ('in_review', 'revenue') THEN 1 ELSE -1 END`;

const accountNotFound = (): DomainError =>
  new DomainError('not_found', 'ACCOUNT_NOT_FOUND', 'The shop has no such account.');

/** The accounts of the shop, the payouts of the card provider, and whether both agree. Read only. */
@Injectable()
export class ClearingService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly provider: KorapayService,
  ) {}

  async getOverview(): Promise<ClearingData> {
    type LastImport = Omit<NonNullable<ClearingData['last_import']>, 'counts'>;
    const { manager } = this.uow;
    const [accounts, [counts], [lastImport]] = await this.uow.all(
      () =>
        manager.query<ClearingAccount[]>(
          `SELECT a.code, ${toDecimalSql(`coalesce(sum(e.amount_kobo), 0) * ${EXPECTED_SIGN}`)} AS balance
           FROM unnest($1::text[]) WITH ORDINALITY AS a (code, position)
           LEFT JOIN ledger_account l ON l.code = a.code AND l.currency = 'NGN'
           LEFT JOIN ledger_movement e ON e.account_id = l.id
           GROUP BY a.code, a.position ORDER BY a.position`,
          [SYSTEM_ACCOUNT_CODES],
        ),
      () =>
        manager.query<[Pick<ClearingData, 'unmatched_items' | 'payouts_without_items'>]>(
          `SELECT (SELECT count(*)::int FROM payment_payout_item WHERE result <> 'matched') AS unmatched_items,
             (SELECT count(*)::int FROM payment_payout WHERE items_imported_at IS NULL) AS payouts_without_items`,
        ),
      () =>
        manager.query<(LastImport & { counts: ImportCounts })[]>(
          `SELECT id, source, complete, note, counts, finished_at
           FROM payment_payout_import ORDER BY id DESC LIMIT 1`,
        ),
    );
    const last_import = lastImport ? { ...lastImport, counts: toCounts(lastImport.counts) } : null;
    return { accounts, ...counts, last_import };
  }

  /** Compares what the provider owes by the ledger with its own balance, for which it asks the provider. */
  async compare(): Promise<ClearingComparisonData> {
    this.uow.assertNoTransaction();
    const balance = await this.provider.getBalance();
    const { owed, explained } = await this.getOwed();
    const known = { owed: owed.toDecimalString(), explained: explained.toDecimalString() };
    if (balance.outcome === 'unknown')
      return {
        ...{ ...known, reported: null, pending: null },
        ...{ difference: null, unexplained: null, note: balance.reason },
      };
    const reported = balance.available.plus(balance.pending);
    const difference = reported.minus(owed);
    return {
      ...known,
      reported: reported.toDecimalString(),
      pending: balance.pending.toDecimalString(),
      difference: difference.toDecimalString(),
      unexplained: difference.minus(explained).toDecimalString(),
      note: null,
    };
  }

  /** What the provider owes by the ledger, and by how much the unmatched items make its own balance differ. */
  async getOwed(): Promise<{ owed: Money; explained: Money }> {
    const [row] = await this.uow.manager.query<[{ owed: string; explained: string }]>(
      `SELECT (SELECT -coalesce(sum(e.amount_kobo), 0) FROM ledger_account a JOIN ledger_movement e
                 ON e.account_id = a.id WHERE a.code = 'korapay_clearing' AND a.currency = 'NGN') AS owed,
         (SELECT coalesce(sum(amount_kobo - fee_kobo - coalesce(expected_kobo, 0)), 0)
          FROM payment_payout_item WHERE result <> 'matched') AS explained`,
    );
    return { owed: Money.kobo(BigInt(row.owed)), explained: Money.kobo(BigInt(row.explained)) };
  }

  /** The latest months with a movement, newest first. */
  async listMonths(code: string): Promise<ClearingMonthsData> {
    if (!SYSTEM_ACCOUNT_CODES.some((known) => known === code)) throw accountNotFound();
    const months = await this.uow.manager.query<ClearingMonth[]>(
      `SELECT to_char(month, 'YYYY-MM-DD') AS month, ${toDecimalSql('increase')} AS increase,
         ${toDecimalSql('decrease')} AS decrease,
         ${toDecimalSql('sum(increase - decrease) OVER (ORDER BY month)')} AS balance
       FROM (SELECT date_trunc('month', at AT TIME ZONE '${ZONE}') AS month,
               coalesce(sum(kobo) FILTER (WHERE kobo > 0), 0) AS increase,
               coalesce(-sum(kobo) FILTER (WHERE kobo < 0), 0) AS decrease
             FROM (SELECT e.created_at AS at, e.amount_kobo * ${EXPECTED_SIGN} AS kobo
                   FROM ledger_account a JOIN ledger_movement e ON e.account_id = a.id
                   WHERE a.code = $1 AND a.currency = 'NGN') AS movement GROUP BY 1) AS months
       ORDER BY month DESC LIMIT ${MONTHS}`,
      [code],
    );
    return { months };
  }

  /** Newest first. */
  async listPayouts(query: PageQuery): Promise<PayoutListData> {
    const page = toPage(query, PER_PAGE);
    const payouts = await this.uow.manager.query<PayoutResponse[]>(
      `SELECT p.id, p.reference, ${toDecimalSql('p.amount_kobo')} AS amount, ${toDecimalSql('p.fee_kobo')} AS fee,
         p.source, p.paid_at, p.items_imported_at IS NOT NULL AS has_items, i.matched_items, i.unmatched_items,
         i.items_total
       FROM (SELECT * FROM payment_payout ORDER BY paid_at DESC, id DESC LIMIT $1 OFFSET $2) AS p
       CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE result = 'matched')::int AS matched_items,
           count(*) FILTER (WHERE result <> 'matched')::int AS unmatched_items,
           ${toDecimalSql('coalesce(sum(amount_kobo - fee_kobo), 0)')} AS items_total
         FROM payment_payout_item WHERE payout_id = p.id) AS i
       ORDER BY p.paid_at DESC, p.id DESC`,
      [page.perPage, toOffset(page)],
    );
    const [{ total }] = await this.uow.manager.query<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM payment_payout`,
    );
    return { payouts, pagination: toPagination({ rows: payouts, total, page }) };
  }

  /** Those of the newest payouts first, within a payout as the provider lists them. */
  async listItems(query: ListPayoutItemsQuery): Promise<PayoutItemListData> {
    const page = toPage(query, PER_PAGE);
    const where = `WHERE ($1::int IS NULL OR i.payout_id = $1) AND ($2 = false OR i.result <> 'matched')`;
    const values = [query.payout_id ?? null, query.show === 'unmatched'];
    const items = await this.uow.manager.query<PayoutItemResponse[]>(
      `SELECT i.id, i.payout_id, p.reference AS payout_reference, i.kind, i.reference,
         ${toDecimalSql('i.amount_kobo')} AS amount, ${toDecimalSql('i.fee_kobo')} AS fee, i.result,
         ${toDecimalSql('i.expected_kobo')} AS expected, pay.transaction_id
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
    return { items, pagination: toPagination({ rows: items, total, page }) };
  }
}
