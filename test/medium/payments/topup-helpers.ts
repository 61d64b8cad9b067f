import { eventually } from '../../support/sandbox-app';
import type { Desk } from './payments-test-app';

let serial = 0;

/** What the wallet page sends to start a top-up, under a reference of its own. */
export const requestOf = ({ shop }: Desk, over: Record<string, unknown> = {}) => ({
  amount: 5000,
  currency: 'NGN',
  email: 'someone.else@example.com',
  reference: `TOPUP-${Date.now()}-${(serial += 1)}`,
  callback_url: `${shop.url}/wallet?status=success`,
  metadata: { user_id: 999, purpose: 'wallet_topup', amount: 5000 },
  ...over,
});

export const start = ({ shop }: Desk, body: unknown, user: number) =>
  shop.call('POST', '/api/v1/payments/initialize-topup', { user, body });

/** The payment and its line, if there are any. */
export async function startedAs({ shop }: Desk, reference: string) {
  const [row] = await shop.sql<Record<string, unknown>>(
    `SELECT p.status, p.checkout_url, p.reason, p.next_check_at, p.expires_at, p.provider,
       t.status AS line, t.metadata, t.type, t.purpose, t.description
     FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
    [reference],
  );
  return row;
}

/** Of the jobs that will look at the payment. */
export async function delaysOf({ shop }: Desk, reference: string): Promise<number[]> {
  const rows = await eventually(
    () =>
      shop.sql<{ delay: number }>(
        `SELECT j.delay_ms::int AS delay FROM bullmq.job j
         JOIN payment p ON p.id = (j.data::jsonb ->> 'paymentId')::int
         WHERE j.name = 'payments.verify-payment' AND p.reference = $1`,
        [reference],
      ),
    (jobs) => jobs.length > 0,
  );
  return rows.map(({ delay }) => delay);
}
