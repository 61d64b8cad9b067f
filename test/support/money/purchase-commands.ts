import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { ProxyExpiryService } from '../../../src/proxies/lifecycle/proxy-expiry.service';
import { PurchaseService } from '../../../src/proxies/orders/purchase.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import type { SeededRandom } from './seeded-random';
import type { ModelCustomer, ModelOrder } from './model';
import { demand, fresh, refusalOf, type Operation } from './payment-commands';
import { DEEDS, madeBy, type Deed } from './scripted-proxy-provider';
import { COUNTRY, POOL_COUNTRY, type World } from './system-under-test';

interface Wish {
  readonly customer: ModelCustomer;
  readonly key: string;
  readonly quantity: number;
  /** Null for traffic of a pool. */
  readonly country: string | null;
}

const anyDeed = (random: SeededRandom): Deed =>
  random.chance(0.2) ? 'deliver' : random.pick(DEEDS);

function anyWish(world: World, random: SeededRandom): Wish {
  const customer = random.pick(world.model.customers);
  const ofStock = random.chance(0.6);
  return {
    customer,
    key: fresh('key'),
    quantity: ofStock ? random.between(1, 4) : 1,
    country: ofStock ? COUNTRY : null,
  };
}

function buy(world: World, { customer, key, quantity, country }: Wish): Promise<unknown> {
  const purchases = world.get(PurchaseService);
  const actor = world.actor(customer);
  return country === null
    ? purchases.buyPool(
        actor,
        {
          type: 'residential_ipv4',
          protocol: 'http',
          ttlMinutes: 0,
          gigabytes: 1,
          country: POOL_COUNTRY,
          region: null,
          city: null,
          isp: null,
        },
        key,
      )
    : purchases.buyDatacenter(
        actor,
        { countryId: world.countryId, durationMinutes: 43_200, protocol: 'http', quantity },
        key,
      );
}

/** The rules: first the money, then the stock, then the provider. @returns the refusal to come. */
function order({ model, prices }: World, wish: Wish, deed: Deed): string | undefined {
  const { customer, key, quantity, country } = wish;
  const unitPrice = country === null ? prices.gigabyte : prices.address;
  if (customer.balance < unitPrice * quantity) return 'INSUFFICIENT_BALANCE';
  if (country !== null && model.freeIn(country) < quantity) return 'OUT_OF_STOCK';
  model.debit(customer, unitPrice * quantity);
  const made = madeBy(deed, quantity);
  const placed: ModelOrder = {
    key,
    customer,
    quantity,
    unitPrice,
    country,
    made,
    status: 'unknown',
    held: 0,
  };
  model.orders.push(placed);
  model.free(placed, -(country === null ? 0 : quantity));
  if (/-(silence|throw)$/.test(deed)) return undefined;
  model.deliver(placed, made ?? 0);
  return placed.status === 'refunded' ? 'DELIVERY_FAILED' : undefined;
}

export const purchase: Operation = async (world, random) => {
  const wish = anyWish(world, random);
  const deed = anyDeed(random);
  world.proxies.deed = deed;
  const came = await refusalOf(buy(world, wish));
  demand(`Buying (${deed})`, came, order(world, wish, deed));
  return `${wish.key}: customer ${wish.customer.id} buys ${wish.quantity} of ${wish.country ?? 'a pool'}: ${deed}, ${came ?? 'ordered'}`;
};

/** One key, pressed again and again at the same moment. */
export const purchaseTwice: Operation = async (world, random) => {
  const wish = anyWish(world, random);
  const deed = anyDeed(random);
  world.proxies.deed = deed;
  const presses = Array.from({ length: 4 }, () => refusalOf(buy(world, wish)));
  const came = await Promise.all(presses);
  const wanted = order(world, wish, deed);
  for (const refusal of came) demand(`Buying four times (${deed})`, refusal, wanted);
  return `${wish.key}: pressed four times: ${deed}, ${wanted ?? 'ordered'}`;
};

/** An old key, after whatever happened since. */
export const purchaseAgain: Operation = async (world, random) => {
  if (!world.model.orders.length) return null;
  const placed = random.pick(world.model.orders);
  const came = await refusalOf(buy(world, placed));
  const wanted = placed.status === 'refunded' ? 'DELIVERY_FAILED' : undefined;
  demand(`Asking again for ${placed.status}`, came, wanted);
  return `${placed.key} is asked for again`;
};

/** More purchases at once than the wallet can pay. */
export const spendAllAtOnce: Operation = async (world, random) => {
  const customer = random.pick(world.model.customers);
  const wishes = Array.from({ length: 6 }, () => ({
    customer,
    key: fresh('key'),
    quantity: 1,
    country: null,
  }));
  world.proxies.deed = 'deliver';
  const came = await Promise.all(wishes.map((wish) => refusalOf(buy(world, wish))));
  const affordable = Math.min(wishes.length, Math.floor(customer.balance / world.prices.gigabyte));
  demand(
    'Purchases that went through',
    came.filter((code) => code === undefined).length,
    affordable,
  );
  for (const [index, wish] of wishes.entries())
    if (came[index] === undefined) order(world, wish, 'deliver');
    else demand('The others', came[index], 'INSUFFICIENT_BALANCE');
  return `customer ${customer.id} buys six times at once`;
};

const attemptOf = async (world: World, { key, customer }: ModelOrder) =>
  (
    await world.sql<{ id: number; orderId: number; key: string }>(
      `SELECT a.id, a.order_id AS "orderId", a.key FROM provider_attempt a
       JOIN proxy_order o ON o.id = a.order_id WHERE o.user_id = $1 AND o.idempotency_key = $2`,
      [customer.id, key],
    )
  )[0]!;

/** The provider is asked what became of an open order; by several workers now and then. */
export const resolve: Operation = async (world, random) => {
  const open = world.model.orders.filter(({ status }) => status === 'unknown');
  if (!open.length) return null;
  const placed = random.pick(open);
  const [isSilent, isOld] = [random.chance(0.2), random.chance(0.5)];
  const { id } = await attemptOf(world, placed);
  await world.sql(
    `UPDATE provider_attempt SET next_check_at = now() - interval '1 second',
       created_at = now() - make_interval(hours => $2) WHERE id = $1`,
    [id, isOld ? 1 : 0],
  );
  world.proxies.isSilent = isSilent;
  const workers = Array.from({ length: random.between(1, 3) }, () =>
    world.get(AttemptResolutionService).resolve(id),
  );
  await Promise.all(workers);
  // "Missing" is final after a minute, which no machine shall need for this.
  const isGone = placed.made === null && (isOld || world.model.hoursAhead > 0);
  if (!isSilent && (placed.made !== null || isGone)) world.model.deliver(placed, placed.made ?? 0);
  return `${placed.key} is asked after${isSilent ? ', in vain' : ''}${isOld ? ', late' : ''}`;
};

/** A reply that took its time, to an order that may have come to its end without it. */
export const lateReply: Operation = async (world, random) => {
  if (!world.model.orders.length) return null;
  const placed = random.pick(world.model.orders);
  const { id, orderId, key } = await attemptOf(world, placed);
  const units = world.proxies.made.get(key);
  const book = () =>
    world
      .get(DeliveryService)
      .apply(
        id,
        orderId,
        units ? { outcome: 'delivered', units } : { outcome: 'rejected', reason: 'late' },
      );
  await Promise.all([book(), book()]);
  if (placed.status === 'unknown') world.model.deliver(placed, placed.made ?? 0);
  return `the provider answers ${placed.key} late`;
};

export const expire: Operation = async (world, random) => {
  const live = world.model.orders.filter(
    ({ status, held }) => held > 0 && (status === 'delivered' || status === 'partly_delivered'),
  );
  if (!live.length) return null;
  const placed = random.pick(live);
  const { orderId } = await attemptOf(world, placed);
  await world.sql(`UPDATE proxy SET expires_at = now() - interval '1 second' WHERE order_id = $1`, [
    orderId,
  ]);
  const expiry = world.get(ProxyExpiryService);
  await Promise.all([expiry.expireDue(), expiry.expireDue()]);
  world.model.free(placed, placed.held);
  return `the proxies of ${placed.key} end`;
};

/** Staff give an order back, two of them at the same moment. */
export const refundOrder: Operation = async (world, random) => {
  const placed = world.model.orders.length ? random.pick(world.model.orders) : null;
  if (!placed) return null;
  const { orderId } = await attemptOf(world, placed);
  const refunds = world.get(OrderRefundService);
  const refund = () => refusalOf(refunds.refund(world.staff, orderId, 'not as promised'));
  const came = (await Promise.all([refund(), refund()])).sort();
  const isOpen = placed.status === 'unknown';
  demand('Refunding an order', came[0], isOpen ? 'ORDER_NOT_DELIVERED' : 'ORDER_REFUNDED');
  const isThere = placed.status === 'delivered' || placed.status === 'partly_delivered';
  demand('Refunding it again', came[1], isThere ? undefined : came[0]);
  if (isThere) {
    const kept = Math.min(placed.made ?? 0, placed.quantity);
    world.model.credit(placed.customer, kept * placed.unitPrice);
    world.model.free(placed, placed.held);
    placed.status = 'refunded';
  }
  return `staff refund ${placed.key}: ${came[1] ?? 'given back'}`;
};
