import type { ClosedPeriod } from '../../wallet/ledger/ledger-period.service';
import { ALL_HISTORY, buildScopeSince, type CheckScope, type InvariantTable } from './check-scope';
import { buildClearingInvariants, buildLedgerInvariants } from './ledger-invariants';
import { buildOrderInvariants, buildProxyInvariants, INVOICE_INVARIANTS } from './order-invariants';
import { buildPaymentInvariants } from './payment-invariants';

/** Every invariant over the rows of a scope, in the order of the report. */
const buildInvariants = (scope: CheckScope): InvariantTable => ({
  ...buildLedgerInvariants(scope),
  ...buildClearingInvariants(scope),
  ...buildOrderInvariants(scope),
  ...INVOICE_INVARIANTS,
  ...buildPaymentInvariants(scope),
  ...buildProxyInvariants(scope),
});

/** Over all history. */
export const INVARIANTS = buildInvariants(ALL_HISTORY);

/** Every invariant over what was written since a closed month, without those that its seal proves. */
export function buildInvariantsSince(period: ClosedPeriod): InvariantTable {
  const scope = buildScopeSince(period);
  const { 'closed-periods-equal-entries': _, ...invariants } = buildInvariants(scope);
  return continueFrom(period, scope, invariants);
}

/** Every invariant over all history. @param archived the last archived month, whose closing rows stand for the entries before. */
export const buildHistoryInvariants = (archived: ClosedPeriod | null): InvariantTable =>
  archived ? continueFrom(archived, buildScopeSince(archived), INVARIANTS) : INVARIANTS;

/** The invariants of the ledger continue from the closing rows of a month, which represent the months before. */
function continueFrom(
  period: ClosedPeriod,
  { ledgerEntries: entries }: CheckScope,
  invariants: InvariantTable,
): InvariantTable {
  const closing = `(SELECT * FROM ledger_period_balance WHERE month = '${period.month}-01')`;
  const queries: Record<string, string> = {
    'books-sum-to-zero': `SELECT 'ledger' AS subject FROM (SELECT amount_kobo FROM ${entries} AS e
         UNION ALL SELECT closing_kobo FROM ${closing} AS c) AS kobo HAVING coalesce(sum(amount_kobo), 0) <> 0`,
    'balances-equal-entries': `SELECT a.code AS subject FROM ledger_account a
       LEFT JOIN ${closing} AS c ON c.account_id = a.id
       LEFT JOIN (SELECT account_id, sum(amount_kobo) AS kobo FROM ${entries} AS e GROUP BY 1) AS e
         ON e.account_id = a.id
       WHERE a.kind <> 'system' AND a.balance_kobo <>
         (coalesce(c.closing_kobo, 0) + coalesce(e.kobo, 0)) * CASE a.kind WHEN 'receivable' THEN -1 ELSE 1 END`,
    'entries-form-a-chain': `SELECT 'ledger_entry:' || id AS subject FROM (
         SELECT e.id, e.account_version AS version, e.balance_after_kobo - e.amount_kobo AS before,
                coalesce(lag(e.account_version) OVER one, c.account_version, 0) AS last_version,
                coalesce(lag(e.balance_after_kobo) OVER one, c.closing_kobo, 0) AS last_balance
         FROM ${entries} AS e LEFT JOIN ${closing} AS c USING (account_id)
         WHERE e.account_version IS NOT NULL
         WINDOW one AS (PARTITION BY e.account_id ORDER BY e.account_version)) AS entry
       WHERE version <> last_version + 1 OR before <> last_balance`,
  };
  return Object.fromEntries(
    Object.entries(invariants).map(([name, [description, sql]]) => [
      name,
      [description, queries[name] ?? sql],
    ]),
  );
}
