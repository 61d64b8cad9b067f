import type { ClosedPeriod } from '../../wallet/ledger/periods/ledger-period.types';

/**
 * Invariants of the ledger that continue from the closing rows of a month, by name: the months before are
 * represented by them. Null: holds by the seal of the closing rows.
 */
export function buildLedgerQueriesSince(period: ClosedPeriod): ReadonlyMap<string, string | null> {
  const time = `'${period.endsAt.toISOString()}'`;
  const entries = `(SELECT * FROM ledger_entry WHERE id >= ${period.nextEntryId} AND created_at >= ${time})`;
  const closing = `(SELECT * FROM ledger_period_balance WHERE month = '${period.month}-01')`;
  return new Map([
    ['closed-periods-equal-entries', null],
    [
      'transactions-sum-to-zero',
      `SELECT 'ledger_transaction:' || transaction_id AS subject FROM ${entries} AS e
       GROUP BY transaction_id HAVING sum(amount_kobo) <> 0`,
    ],
    [
      'books-sum-to-zero',
      `SELECT 'ledger' AS subject FROM (SELECT amount_kobo FROM ${entries} AS e
         UNION ALL SELECT closing_kobo FROM ${closing} AS c) AS kobo HAVING coalesce(sum(amount_kobo), 0) <> 0`,
    ],
    [
      'balances-equal-entries',
      `SELECT a.code AS subject FROM ledger_account a
       LEFT JOIN ${closing} AS c ON c.account_id = a.id
       LEFT JOIN (SELECT account_id, sum(amount_kobo) AS kobo FROM ${entries} AS e GROUP BY 1) AS e
         ON e.account_id = a.id
       WHERE a.kind <> 'system' AND a.balance_kobo <>
         (coalesce(c.closing_kobo, 0) + coalesce(e.kobo, 0)) * CASE a.kind WHEN 'receivable' THEN -1 ELSE 1 END`,
    ],
    [
      'balances-not-negative',
      `SELECT code AS subject FROM ledger_account WHERE balance_kobo < 0
       UNION SELECT 'ledger_entry:' || id FROM ${entries} AS e WHERE balance_after_kobo < 0`,
    ],
    [
      'entries-form-a-chain',
      `SELECT 'ledger_entry:' || id AS subject FROM (
         SELECT e.id, e.account_version AS version, e.balance_after_kobo - e.amount_kobo AS before,
                coalesce(lag(e.account_version) OVER one, c.account_version, 0) AS last_version,
                coalesce(lag(e.balance_after_kobo) OVER one, c.closing_kobo, 0) AS last_balance
         FROM ${entries} AS e LEFT JOIN ${closing} AS c USING (account_id)
         WHERE e.account_version IS NOT NULL
         WINDOW one AS (PARTITION BY e.account_id ORDER BY e.account_version)) AS entry
       WHERE version <> last_version + 1 OR before <> last_balance`,
    ],
  ]);
}
