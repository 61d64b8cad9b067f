import type { PaymentsTestApp } from './payments-test-app';

/** A payment with its wallet transaction and ledger state. */
export async function getPayment({ sandbox }: PaymentsTestApp, reference: string) {
  const [row] = await sandbox.sql<Record<string, unknown>>(
    `SELECT p.id, p.status, p.reason, p.next_check_at, p.checks, p.settled_at, p.provider_status,
       p.paid_kobo, p.fee_kobo, p.provider_payload, t.status AS line, t.payment_method,
       (SELECT count(*)::int FROM ledger_transaction WHERE idempotency_key = 'topup:' || p.reference) AS booked,
       (SELECT coalesce(sum(balance_kobo), 0)::int / 100 FROM ledger_account a WHERE a.user_id = p.user_id) AS naira
     FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
    [reference],
  );
  return row!;
}

const findAuditTrail = ({ sandbox }: PaymentsTestApp, reference: string) =>
  sandbox.sql<{ action: string; actor_name: string; details: string }>(
    `SELECT a.action, a.actor_name, a.details FROM audit_log a
     JOIN payment p ON a.target = 'payment:' || p.id WHERE p.reference = $1 ORDER BY a.id`,
    [reference],
  );

/** Audit actions of a payment, oldest first. */
export const findAuditActions = async (
  testApp: PaymentsTestApp,
  reference: string,
): Promise<string[]> => (await findAuditTrail(testApp, reference)).map(({ action }) => action);

/** Actor and details of the last audit row. */
export async function findLastAudit(testApp: PaymentsTestApp, reference: string) {
  const { actor_name, details } = (await findAuditTrail(testApp, reference)).at(-1)!;
  return { actor_name, details };
}

/** Calls the verify endpoint as the customer. */
export const verify = ({ sandbox }: PaymentsTestApp, reference: string, user: number) =>
  sandbox.call('GET', `/api/v1/payments/verify?reference=${reference}`, { user });
