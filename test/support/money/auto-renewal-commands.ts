import { AutoRenewalSettingsService } from '../../../src/proxies/renewal/auto-renewal-settings.service';
import { AutoRenewalService } from '../../../src/proxies/renewal/auto-renewal.service';
import type { ModelAutoRenewal, ModelOrder } from './model';
import type { Command } from './payment-commands';
import type { SystemUnderTest } from './system-under-test';

/** A renewal moves the end of the proxy. */
const isRenewed = ({ model }: SystemUnderTest, order: ModelOrder): boolean =>
  model.extensions.some(
    (extension) =>
      extension.order === order && extension.kind === 'renewal' && extension.status === 'delivered',
  );

/** What was refunded or renewed by its owner is not due any more. */
const isOver = (system: SystemUnderTest, order: ModelOrder): boolean =>
  order.status !== 'delivered' || isRenewed(system, order);

/** Brings the end of a pool proxy within a day and switches automatic renewal on. @returns null when none fits. */
async function subscribe(
  system: SystemUnderTest,
  order: ModelOrder | undefined,
): Promise<ModelAutoRenewal | null> {
  if (!order) return null;
  const { customer, key } = order;
  const [[proxy]] = (await system.sql(
    `UPDATE proxy p SET expires_at = date_trunc('milliseconds', now() + interval '23 hours')
     FROM proxy_order o WHERE o.id = p.order_id AND o.user_id = $1 AND o.idempotency_key = $2
     RETURNING p.id, p.expires_at AS end`,
    [customer.id, key],
  )) as unknown as [[{ id: number; end: Date }]];
  const { id, end } = proxy;
  await system.get(AutoRenewalSettingsService).enable(system.actor(customer), id, { gigabytes: 1 });
  return { proxyId: id, order, key: `auto ${id} ${end.toISOString()}` };
}

/**
 * Switches automatic renewal on for one proxy, or for none, then three workers sweep at once. A wallet that is short
 * is charged by a later sweep, when it can pay, and once.
 */
export const autoRenew: Command = async (system, random) => {
  const { model, prices } = system;
  const isFree = (order: ModelOrder) =>
    order.country === null &&
    !isOver(system, order) &&
    !model.autoRenewals.some((waiting) => waiting.order.customer === order.customer);
  const free = model.orders.filter(isFree);
  const added = await subscribe(system, free.length ? random.pick(free) : undefined);
  if (added) model.autoRenewals.push(added);
  if (!model.autoRenewals.length) return null;
  const workers = Array.from({ length: 3 }, () => system.get(AutoRenewalService).renewDue());
  await Promise.all(workers);
  const charged = model.autoRenewals.filter(
    ({ order }) => !isOver(system, order) && model.debit(order.customer, prices.gigabyte),
  );
  for (const { order, key } of charged)
    model.extensions.push({ key, order, kind: 'renewal', status: 'delivered' });
  const over = model.autoRenewals.filter(({ order }) => isOver(system, order));
  for (const { order, proxyId } of over)
    await system.get(AutoRenewalSettingsService).disable(system.actor(order.customer), proxyId);
  model.autoRenewals = model.autoRenewals.filter((waiting) => !over.includes(waiting));
  return `automatic renewals: ${added?.key ?? 'none'} added, ${charged.length} charged`;
};
