import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { RenewalService } from '../../../src/proxies/renewal/renewal.service';
import type { ModelExtension } from './model';
import { catchErrorCode, expectOutcome, nextId, type Command } from './payment-commands';
import { randomBehaviour } from './purchase-commands';

const findAttempt = async (
  system: Parameters<Command>[0],
  { key, order }: Pick<ModelExtension, 'key' | 'order'>,
) =>
  (
    await system.sql<{ id: number; orderId: number }>(
      `SELECT a.id, a.order_id AS "orderId" FROM provider_attempt a JOIN proxy_order o ON o.id = a.order_id
       WHERE o.user_id = $1 AND o.idempotency_key = $2`,
      [order.customer.id, key],
    )
  )[0]!;

/** Renews a pool proxy or adds traffic to it, three times at once with the same key. */
export const extend: Command = async (system, random) => {
  const { model, prices } = system;
  const bought = model.orders.filter(
    ({ country, status }) => country === null && (status === 'delivered' || status === 'refunded'),
  );
  if (!bought.length) return null;
  const order = random.pick(bought);
  const { customer } = order;
  const { orderId } = await findAttempt(system, { key: order.key, order });
  const [proxy] = await system.sql<{ id: number }>(`SELECT id FROM proxy WHERE order_id = $1`, [
    orderId,
  ]);
  if (!proxy) return null;
  const [key, kind] = [nextId('key'), random.pick(['renewal', 'traffic'] as const)];
  const behaviour = randomBehaviour(random);
  system.proxies.behaviour = behaviour;
  const renewals = system.get(RenewalService);
  const press = () =>
    catchErrorCode(renewals.extend(system.actor(customer), proxy.id, kind, { gigabytes: 1 }, key));
  const actual = await Promise.all([press(), press(), press()]);
  let expected: string | undefined;
  if (order.status === 'refunded') expected = 'ORDER_REFUNDED';
  else if (!model.debit(customer, prices.gigabyte)) expected = 'INSUFFICIENT_BALANCE';
  else {
    const isGiven = behaviour.startsWith('deliver');
    const isUnknown = /-(silence|throw)$/.test(behaviour);
    const decided = isGiven ? 'delivered' : 'refunded';
    const placed: ModelExtension = {
      key,
      order,
      kind,
      isGiven,
      status: isUnknown ? 'unknown' : decided,
    };
    model.extensions.push(placed);
    if (placed.status === 'refunded') {
      model.credit(customer, prices.gigabyte);
      expected = 'DELIVERY_FAILED';
    }
  }
  // A request that comes after the refund of another may find the wallet short of nothing: all agree.
  for (const outcome of actual) expectOutcome(`Extending (${behaviour})`, outcome, expected);
  return `${key}: ${kind} of ${order.key}: ${behaviour}, ${expected ?? 'ordered'}`;
};

/** One to three workers resolve an extension of unknown outcome. */
export const resolveExtension: Command = async (system, random) => {
  const open = system.model.extensions.filter(({ status }) => status === 'unknown');
  if (!open.length) return null;
  const placed = random.pick(open);
  const { id } = await findAttempt(system, placed);
  await system.sql(
    `UPDATE provider_attempt SET next_check_at = now() - interval '1 second',
       created_at = now() - interval '1 hour' WHERE id = $1`,
    [id],
  );
  system.proxies.isUnresponsive = false;
  await Promise.all(
    Array.from({ length: random.between(1, 3) }, () =>
      system.get(AttemptResolutionService).resolve(id),
    ),
  );
  placed.status = placed.isGiven ? 'delivered' : 'refunded';
  if (!placed.isGiven) system.model.credit(placed.order.customer, system.prices.gigabyte);
  return `${placed.key} is resolved: ${placed.status}`;
};

/** Two members of staff refund an extension concurrently. */
export const refundExtension: Command = async (system, random) => {
  if (!system.model.extensions.length) return null;
  const placed = random.pick(system.model.extensions);
  const { orderId } = await findAttempt(system, placed);
  const refunds = system.get(OrderRefundService);
  const refund = () => catchErrorCode(refunds.refund(system.staff, orderId, 'by mistake'));
  const actual = (await Promise.all([refund(), refund()])).sort();
  const isOpen = placed.status === 'unknown';
  expectOutcome(
    'Refunding an extension',
    actual[0],
    isOpen ? 'ORDER_NOT_DELIVERED' : 'ORDER_REFUNDED',
  );
  const isThere = placed.status === 'delivered';
  expectOutcome('Refunding it again', actual[1], isThere ? undefined : actual[0]);
  if (isThere) {
    system.model.credit(placed.order.customer, system.prices.gigabyte);
    placed.status = 'refunded';
  }
  return `staff refund ${placed.key}: ${actual[1] ?? 'refunded'}`;
};
