import type { EntityManager } from 'typeorm';
import { PAID_BY_CARD, CREDIT, timestampSql, PRICE, type SeedContext } from './seed-context';

/** A row for each movement: the first credits user `i`, the second pays their order. */
const MOVEMENTS = `generate_series($1::int, $2::int) AS i, unnest(ARRAY[1, 2]) AS part`;
const reference = (run: string) =>
  `CASE WHEN part = 2 THEN 'BUY-' WHEN ${PAID_BY_CARD} THEN 'TOPUP-' ELSE 'FUND-' END || upper('${run}') || '-' || i`;

/** The ledger, and the statements and payments that belong to it. */
export async function fillMoney(
  manager: EntityManager,
  context: SeedContext,
  from: number,
  to: number,
): Promise<void> {
  const { after, run } = context;
  const posting = `${after.ledger_transaction} + 2 * i + part - 2`;
  await manager.query(
    `INSERT INTO ledger_transaction (id, idempotency_key, kind, reference, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT ${posting},
            CASE WHEN part = 2 THEN 'purchase:' WHEN ${PAID_BY_CARD} THEN 'topup:' ELSE 'fund:' END || ${reference(run)},
            CASE WHEN part = 2 THEN 'purchase' WHEN ${PAID_BY_CARD} THEN 'topup' ELSE 'admin_funding' END,
            ${reference(run)}, ${timestampSql(context)}
     FROM ${MOVEMENTS}`,
    [from, to],
  );
  await manager.query(
    `INSERT INTO ledger_entry (id, transaction_id, account_id, amount_kobo, balance_after_kobo,
       account_version, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT ${after.ledger_entry} + 4 * i + 2 * part + side - 6, ${posting},
            CASE side WHEN 1 THEN ${after.ledger_account} + i ELSE (SELECT id FROM ledger_account
              WHERE code = CASE WHEN part = 2 THEN 'revenue' WHEN ${PAID_BY_CARD} THEN 'korapay_clearing'
                           ELSE 'adjustments' END) END,
            CASE part WHEN 1 THEN ${CREDIT} ELSE -${PRICE} END * CASE side WHEN 1 THEN 1 ELSE -1 END,
            CASE side WHEN 1 THEN ${CREDIT} - CASE part WHEN 2 THEN ${PRICE} ELSE 0 END END,
            CASE side WHEN 1 THEN part END, ${timestampSql(context)}
     FROM ${MOVEMENTS}, unnest(ARRAY[1, 2]) AS side`,
    [from, to],
  );
  await manager.query(
    `INSERT INTO wallet_transaction (id, user_id, reference, type, purpose, status, amount_kobo,
       description, payment_method, metadata, ledger_transaction_id, created_at, processed_at)
     SELECT ${after.wallet_transaction} + 2 * i + part - 2, ${after.users} + i, ${reference(run)},
            CASE part WHEN 1 THEN 'credit' ELSE 'debit' END,
            CASE WHEN part = 2 THEN 'purchase' WHEN ${PAID_BY_CARD} THEN 'topup' ELSE 'funding' END,
            'successful', CASE part WHEN 1 THEN ${CREDIT} ELSE ${PRICE} END,
            CASE WHEN part = 2 THEN 'Purchase of a proxy' WHEN ${PAID_BY_CARD} THEN 'Wallet top-up'
                 ELSE 'Funded by staff' END,
            CASE WHEN part = 2 THEN 'wallet' WHEN ${PAID_BY_CARD} THEN 'card' ELSE 'admin' END,
            '{}', ${posting}, ${timestampSql(context)}, ${timestampSql(context)}
     FROM ${MOVEMENTS}`,
    [from, to],
  );
  await manager.query(
    `INSERT INTO payment (id, user_id, transaction_id, reference, provider, status, amount_kobo,
       provider_status, paid_kobo, expires_at, settled_at, created_at, updated_at)
     SELECT ${after.payment} + i / 10, ${after.users} + i, ${after.wallet_transaction} + 2 * i - 1,
            'TOPUP-' || upper('${run}') || '-' || i, 'korapay', 'successful', ${CREDIT}, 'success',
            ${CREDIT}, moment + interval '1 hour', moment, moment, moment
     FROM generate_series($1::int, $2::int) AS i, LATERAL (SELECT ${timestampSql(context)} AS moment) AS at
     WHERE ${PAID_BY_CARD}`,
    [from, to],
  );
}

/** Audit rows of each order and each payment. */
export async function fillAudit(
  manager: EntityManager,
  context: SeedContext,
  from: number,
  to: number,
): Promise<void> {
  const { after } = context;
  await manager.query(
    `INSERT INTO audit_log (created_at, actor_id, actor_name, actor_role, action, category, target,
       severity, details, ip, user_agent)
     SELECT ${timestampSql(context)}, u.id, u.name, 'user', event.action, event.category, event.target, 'low',
            event.details, '102.89.' || i % 256 || '.' || i / 256 % 256, 'Mozilla/5.0 (X11; Linux x86_64)'
     FROM generate_series($1::int, $2::int) AS i
     JOIN users u ON u.id = ${after.users} + i,
          LATERAL (VALUES
            (1, 'payment.settled', 'payment', 'payment:' || ${after.payment} + i / 10, 'Top-up settled'),
            (2, 'proxy.ordered', 'proxy', 'order:' || ${after.proxy_order} + i, 'Proxy ordered')
          ) AS event (part, action, category, target, details)
     WHERE event.part = 2 OR ${PAID_BY_CARD} ORDER BY i, event.part`,
    [from, to],
  );
}
