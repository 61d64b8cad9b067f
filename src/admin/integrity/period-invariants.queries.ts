import type { Invariant } from './invariant.types';

/** What holds about closed months, and that history is not changed. */
export const PERIOD_INVARIANTS: readonly Invariant[] = [
  {
    name: 'closed-periods-equal-entries',
    description:
      'The opening balance, sum and closing balance of every closed month are those of its entries, and continue where those are archived',
    violationsSql: `SELECT 'ledger_period:' || month || ':' || account_id AS subject FROM (
        SELECT p.month, e.account_id, sum(e.amount_kobo) AS kobo FROM ledger_entry e
        JOIN (SELECT month, ends_at, lag(ends_at, 1, '-infinity') OVER (ORDER BY month) AS starts_at
              FROM ledger_period) AS p ON e.created_at >= p.starts_at AND e.created_at < p.ends_at
        GROUP BY 1, 2) AS m
      FULL JOIN (SELECT *, lag(closing_kobo, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY month) AS before
                 FROM ledger_period_balance) AS b USING (month, account_id)
      LEFT JOIN ledger_archive a USING (month)
      WHERE b.account_id IS NULL OR (a.month IS NOT NULL AND m.kobo IS NOT NULL)
         OR (a.month IS NULL AND b.sum_kobo <> coalesce(m.kobo, 0)) OR b.opening_kobo <> b.before
         OR b.closing_kobo <> b.opening_kobo + b.sum_kobo`,
  },
  {
    name: 'books-are-append-only',
    description:
      'The database refuses UPDATE, DELETE and TRUNCATE on the ledger, the invoices, the audit log and their partitions, and checks entries that are added to a partition',
    violationsSql: `SELECT name AS subject
      FROM unnest(ARRAY['ledger_transaction', 'ledger_entry', 'ledger_chain_link', 'ledger_period', 'ledger_period_balance', 'ledger_archive', 'ledger_archive_kind', 'invoice', 'audit_log', 'audit_chain_link']) AS guarded,
      LATERAL (SELECT guarded AS name UNION SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = guarded::regclass) AS tables
      WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = name::regclass
        AND t.tgname = guarded || '_append_only' AND t.tgenabled IN ('O', 'A')
        -- BEFORE, per statement, on DELETE (8), UPDATE (16) and TRUNCATE (32)
        AND t.tgtype & 56 = 56 AND t.tgtype & 1 = 0 AND t.tgtype & 2 = 2)
      UNION SELECT i.inhrelid::regclass::text FROM pg_inherits i JOIN pg_trigger t ON t.tgrelid = i.inhparent
      WHERE i.inhparent = 'ledger_entry'::regclass AND NOT t.tgisinternal AND NOT EXISTS (SELECT FROM pg_trigger p
        WHERE p.tgrelid = i.inhrelid AND p.tgname = t.tgname AND p.tgtype = t.tgtype AND p.tgfoid = t.tgfoid
          AND p.tgenabled IN ('O', 'A'))`,
  },
];
