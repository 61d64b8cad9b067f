import type { Actor } from '../../../src/common/security/actor';
import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { OrderRepository } from '../../../src/proxies/orders/order.repository';
import type {
  ProvisionRequest,
  ProvisionResult,
} from '../../../src/proxies/ports/proxy-provider.port';
import type { ProxiesTestApp } from './proxies-test-app';

export const NO_ANSWER = { outcome: 'unknown', reason: 'timeout' } as const;

/** Runs the real provision call and replaces its result. */
export function mockProvisionAnswer(
  { provider }: ProxiesTestApp,
  change: (real: ProvisionResult) => ProvisionResult,
) {
  const real = provider.provision.bind(provider);
  return jest
    .spyOn(provider, 'provision')
    .mockImplementation(async (request: ProvisionRequest) => change(await real(request)));
}

/** Replaces the provision call by a fixed result. */
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

/** Moves the attempt of an order into the past and makes it due. */
export const ageAttempt = (
  { sql }: Pick<ProxiesTestApp, 'sql'>,
  orderId: number,
  seconds: number,
) =>
  sql(
    `UPDATE provider_attempt SET next_check_at = now() - interval '1 second',
       created_at = now() - make_interval(secs => $2) WHERE order_id = $1`,
    [orderId, seconds],
  );

/** Applies a result of the provider to an order, as a purchase and the worker do. */
export async function applyResult(
  { module }: ProxiesTestApp,
  attemptId: number,
  orderId: number,
  result: ProvisionResult,
): Promise<void> {
  const order = await module.get(OrderRepository, { strict: false }).get(orderId);
  await module.get(DeliveryService, { strict: false }).apply(attemptId, order, result);
}

/** Status of an order, its attempt, its debit, its proxies and its stock. */
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
