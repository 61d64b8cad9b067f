import type { ClosedPeriod } from '../../wallet/ledger/ledger-period.service';
import { buildScopeSince, type CheckScope } from './check-scope';
import { buildInvariants, INVARIANTS, type Invariant } from './invariants.queries';

/** Every invariant over what was written since a closed month, without those that its seal proves. */
export function buildInvariantsSince(period: ClosedPeriod): Invariant[] {
  const scope = buildScopeSince(period);
  const ledgerQueries = buildLedgerQueriesSince(period, scope);
  return buildInvariants(scope).flatMap((invariant) => {
    const sql = ledgerQueries.get(invariant.name);
    return sql === null ? [] : [{ ...invariant, violationsSql: sql ?? invariant.violationsSql }];
  });
}

/** Every invariant over all history. @param archived the last archived month, whose closing rows stand for the entries before. */
export function buildHistoryInvariants(archived: ClosedPeriod | null): readonly Invariant[] {
  if (!archived) return INVARIANTS;
  const ledgerQueries = buildLedgerQueriesSince(archived, buildScopeSince(archived));
  return INVARIANTS.map((invariant) => ({
    ...invariant,
    violationsSql: ledgerQueries.get(invariant.name) ?? invariant.violationsSql,
  }));
}

/**
 * Invariants of the ledger that continue from the closing rows of a month, by name: the months before are
 * represented by them. Null: holds by the seal of the closing rows.
 */
function buildLedgerQueriesSince(
  period: ClosedPeriod,
  { ledgerEntries: entries }: CheckScope,
): ReadonlyMap<string, string | null> {
  const closing = `(SELECT * FROM ledger_period_balance WHERE month = '${period.month}-01')`;
  return new Map([
    ['closed-periods-equal-entries', null],
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
