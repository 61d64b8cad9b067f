import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { periodArchived } from '../wallet.errors';
import { CURRENCY, type StatementBalances, type StatementPeriod } from '../wallet.types';

/** Entries of the wallet that a period can contain. Their ids rise with their postings, which lock the wallet. */
export interface EntryRange {
  readonly walletId: number;
  readonly firstId: string;
  /** The last one posted when the balances were read. */
  readonly lastId: string;
}

interface BalancesRow {
  readonly wallet_id: number;
  readonly opening: string;
  readonly closing: string;
  readonly first_id: string;
  readonly last_id: string;
  /** Null unless the balances would need archived entries. */
  readonly archived_until: Date | null;
}

/** SQL, because one statement sees one snapshot, and sums continue from the last month closed before the period. */
@Injectable()
export class StatementBalancesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * `entries` is null for a customer without a wallet.
   * @throws DomainError invalid with errors.from when the entries of the period are archived.
   */
  async find(
    userId: number,
    { from, until }: StatementPeriod,
  ): Promise<StatementBalances & { entries: EntryRange | null }> {
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
}
