import { OrderService } from '../../../src/proxies/orders/order.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import type { ModelExtension } from './model';
import { catchErrorCode, expectOutcome, nextId, type Command } from './payment-commands';
import { findOrderId } from './purchase-commands';
import type { SystemUnderTest } from './system-under-test';

const findExtensionId = (system: SystemUnderTest, { key, order }: ModelExtension) =>
  findOrderId(system, { key, customer: order.customer });

/** Renews a pool proxy or adds traffic to it, three times at once with the same key. */
export const extend: Command = async (system, random) => {
  const { model, prices } = system;
  const bought = model.orders.filter(({ country }) => country === null);
  if (!bought.length) return null;
  const order = random.pick(bought);
  const { customer } = order;
  const [proxy] = await system.sql<{ id: number }>(`SELECT id FROM proxy WHERE order_id = $1`, [
    await findOrderId(system, order),
  ]);
  const [key, kind] = [nextId('key'), random.pick(['renewal', 'traffic'] as const)];
  const orders = system.get(OrderService);
  const press = () =>
    catchErrorCode(orders.extend(system.actor(customer), proxy!.id, kind, { gigabytes: 1 }, key));
  const actual = await Promise.all([press(), press(), press()]);
  let expected: string | undefined;
  if (order.status === 'refunded') expected = 'ORDER_REFUNDED';
  else if (!model.debit(customer, prices.gigabyte)) expected = 'INSUFFICIENT_BALANCE';
  else model.extensions.push({ key, order, kind, status: 'delivered' });
  for (const outcome of actual) expectOutcome('Extending', outcome, expected);
  return `${key}: ${kind} of ${order.key}: ${expected ?? 'ordered'}`;
};

/** Two members of staff refund an extension concurrently. */
export const refundExtension: Command = async (system, random) => {
  if (!system.model.extensions.length) return null;
  const placed = random.pick(system.model.extensions);
  const orderId = await findExtensionId(system, placed);
  const refunds = system.get(OrderRefundService);
  const refund = () => catchErrorCode(refunds.refund(system.staff, orderId, 'by mistake'));
  const actual = (await Promise.all([refund(), refund()])).sort();
  expectOutcome('Refunding an extension', actual[0], 'ORDER_REFUNDED');
  const isThere = placed.status === 'delivered';
  expectOutcome('Refunding it again', actual[1], isThere ? undefined : 'ORDER_REFUNDED');
  if (isThere) {
    system.model.credit(placed.order.customer, system.prices.gigabyte);
    placed.status = 'refunded';
  }
  return `staff refund ${placed.key}: ${actual[1] ?? 'refunded'}`;
};
