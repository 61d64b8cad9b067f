import { eventually } from '../../support/sandbox-app';
import type { PaymentsTestApp } from './payments-test-app';

let serial = 0;

/** Body of a top-up request with a unique reference. */
export const buildTopupRequest = (
  { sandbox }: PaymentsTestApp,
  over: Record<string, unknown> = {},
) => ({
  amount: 5000,
  currency: 'NGN',
  email: 'someone.else@example.com',
  reference: `TOPUP-${Date.now()}-${(serial += 1)}`,
  callback_url: `${sandbox.url}/wallet?status=success`,
  metadata: { user_id: 999, purpose: 'wallet_topup', amount: 5000 },
  ...over,
});

export const startTopup = (
  { sandbox }: PaymentsTestApp,
  body: unknown,
  user: number,
  headers: Record<string, string> = {},
) => sandbox.call('POST', '/api/v1/payments/initialize-topup', { user, body, headers });

/** The payment with its wallet transaction, if it exists. */
export async function findStartedPayment({ sandbox }: PaymentsTestApp, reference: string) {
  const [row] = await sandbox.sql<Record<string, unknown>>(
    `SELECT p.status, p.checkout_url, p.reason, p.next_check_at, p.expires_at, p.provider,
       t.status AS line, t.metadata, t.type, t.purpose, t.description
     FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
    [reference],
  );
  return row;
}

/** Delays in ms of the payment's waiting settlement jobs. */
export async function findCheckDelays(
  { sandbox }: PaymentsTestApp,
  reference: string,
): Promise<number[]> {
  const rows = await eventually(
    () =>
      sandbox.sql<{ delay: number }>(
        `SELECT j.delay_ms::int AS delay FROM bullmq.job j
         JOIN payment p ON p.id = (j.data::jsonb ->> 'paymentId')::int
         WHERE j.name = 'payments.verify-payment' AND p.reference = $1`,
        [reference],
      ),
    (jobs) => jobs.length > 0,
  );
  return rows.map(({ delay }) => delay);
}
