import type { Actor } from '../../../src/common/security/actor';
import type {
  ProvisionRequest,
  ProvisionResult,
} from '../../../src/proxies/ports/proxy-provider.port';
import type { ProxiesTestApp } from './proxies-test-app';

export const NO_ANSWER = { outcome: 'unknown', reason: 'timeout' } as const;

/** The real provider works, and its answer is lost or another than it says. */
export function mockProvisionAnswer(
  { provider }: ProxiesTestApp,
  change: (real: ProvisionResult) => ProvisionResult,
) {
  const real = provider.provision.bind(provider);
  return jest
    .spyOn(provider, 'provision')
    .mockImplementation(async (request: ProvisionRequest) => change(await real(request)));
}

/** The provider never gets to work. */
export const mockProvisionResult = ({ provider }: ProxiesTestApp, result: ProvisionResult) =>
  jest.spyOn(provider, 'provision').mockResolvedValue(result);

/** The newest order of a customer. */
export async function getNewestOrder({ sql }: ProxiesTestApp, { userId }: Actor): Promise<number> {
  const [row] = await sql<{ id: number }>(
    'SELECT max(id)::int AS id FROM proxy_order WHERE user_id = $1',
    [userId],
  );
  return row!.id;
}

/** Makes the order's attempt look as if it had been made so long ago, and due now. */
export const ageAttempt = ({ sql }: ProxiesTestApp, orderId: number, seconds: number) =>
  sql(
    `UPDATE provider_attempt SET next_check_at = now() - interval '1 second',
       created_at = now() - make_interval(secs => $2) WHERE order_id = $1`,
    [orderId, seconds],
  );

/** Where an order, its attempt, its debit and its goods stand. */
export async function getOrderState({ sql }: ProxiesTestApp, orderId: number) {
  const [row] = await sql<Record<string, unknown>>(
    `SELECT o.status AS "order", a.status AS attempt, t.status AS debit, o.refunded_kobo::int / 100 AS refunded,
            (SELECT count(*)::int FROM proxy p WHERE p.order_id = o.id) AS proxies,
            (SELECT count(*)::int FROM stock_unit s WHERE s.order_id = o.id) AS held
     FROM proxy_order o JOIN provider_attempt a ON a.order_id = o.id
     JOIN wallet_transaction t ON t.id = o.transaction_id WHERE o.id = $1`,
    [orderId],
  );
  return row;
}
