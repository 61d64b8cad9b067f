import { Money } from '../../../src/common/money/money';
import { DeliveryService } from '../../../src/proxies/orders/delivery.service';
import { OrderRepository } from '../../../src/proxies/orders/order.repository';
import { ProxyExpiryService } from '../../../src/proxies/lifecycle/proxy-expiry.service';
import { PurchaseService } from '../../../src/proxies/orders/purchase.service';
import { PartialRefundService } from '../../../src/proxies/refunds/partial-refund.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AttemptResolutionService } from '../../../src/proxies/orders/attempt-resolution.service';
import type { SeededRandom } from './seeded-random';
import type { ModelCustomer, ModelOrder } from './model';
import { expectOutcome, nextId, catchErrorCode, type Command } from './payment-commands';
import {
  PROVISION_BEHAVIOURS,
  countProvisioned,
  type ProvisionBehaviour,
} from './scripted-proxy-provider';
import { COUNTRY, POOL_COUNTRY, type SystemUnderTest } from './system-under-test';

export interface PurchaseRequest {
  readonly customer: ModelCustomer;
  readonly key: string;
  readonly quantity: number;
  /** Null for traffic of a pool. */
  readonly country: string | null;
}

export const randomBehaviour = (random: SeededRandom): ProvisionBehaviour =>
  random.chance(0.2) ? 'deliver' : random.pick(PROVISION_BEHAVIOURS);

function randomPurchase(system: SystemUnderTest, random: SeededRandom): PurchaseRequest {
  const customer = random.pick(system.model.customers);
  const ofStock = random.chance(0.6);
  return {
    customer,
    key: nextId('key'),
    quantity: ofStock ? random.between(1, 4) : 1,
    country: ofStock ? COUNTRY : null,
  };
}

export function buy(
  system: SystemUnderTest,
  { customer, key, quantity, country }: PurchaseRequest,
): Promise<unknown> {
  const purchases = system.get(PurchaseService);
  const actor = system.actor(customer);
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
        { countryId: system.countryId, durationMinutes: 43_200, protocol: 'http', quantity },
        key,
      );
}

/** Checks balance, stock and provider in that order. @returns the expected error code. */
export function applyToModel(
  { model, prices }: SystemUnderTest,
  request: PurchaseRequest,
  behaviour: ProvisionBehaviour,
): string | undefined {
  const { customer, key, quantity, country } = request;
  const unitPrice = country === null ? prices.gigabyte : prices.address;
  if (customer.balance < unitPrice * quantity) return 'INSUFFICIENT_BALANCE';
  if (country !== null && model.getFreeStock(country) < quantity) return 'OUT_OF_STOCK';
  model.debit(customer, unitPrice * quantity);
  const made = countProvisioned(behaviour, quantity);
  const placed: ModelOrder = {
    key,
    customer,
    quantity,
    unitPrice,
    country,
    provisioned: made,
    status: 'unknown',
    refundedByStaff: 0,
    isInvoiced: false,
    held: 0,
  };
  model.orders.push(placed);
  model.release(placed, -(country === null ? 0 : quantity));
  if (/-(silence|throw)$/.test(behaviour)) return undefined;
  model.deliver(placed, made ?? 0);
  return placed.status === 'refunded' ? 'DELIVERY_FAILED' : undefined;
}

export const purchase: Command = async (system, random) => {
  const request = randomPurchase(system, random);
  const behaviour = randomBehaviour(random);
  system.proxies.behaviour = behaviour;
  const actual = await catchErrorCode(buy(system, request));
  expectOutcome(`Buying (${behaviour})`, actual, applyToModel(system, request, behaviour));
  return `${request.key}: customer ${request.customer.id} buys ${request.quantity} of ${request.country ?? 'a pool'}: ${behaviour}, ${actual ?? 'ordered'}`;
};

/** Four concurrent requests with one idempotency key. */
export const purchaseConcurrently: Command = async (system, random) => {
  const request = randomPurchase(system, random);
  const behaviour = randomBehaviour(random);
  system.proxies.behaviour = behaviour;
  const presses = Array.from({ length: 4 }, () => catchErrorCode(buy(system, request)));
  const actual = await Promise.all(presses);
  const expected = applyToModel(system, request, behaviour);
  for (const refusal of actual)
    expectOutcome(`Buying four times concurrently (${behaviour})`, refusal, expected);
  return `${request.key}: four concurrent requests: ${behaviour}, ${expected ?? 'ordered'}`;
};

/** Repeats an earlier idempotency key. */
export const replayPurchase: Command = async (system, random) => {
  if (!system.model.orders.length) return null;
  const placed = random.pick(system.model.orders);
  const actual = await catchErrorCode(buy(system, placed));
  const expected = placed.status === 'refunded' ? 'DELIVERY_FAILED' : undefined;
  expectOutcome(`Replaying a purchase that is ${placed.status}`, actual, expected);
  return `${placed.key} is replayed`;
};

/** More concurrent purchases than the wallet can pay for. */
export const overspendConcurrently: Command = async (system, random) => {
  const customer = random.pick(system.model.customers);
  const requests = Array.from({ length: 6 }, () => ({
    customer,
    key: nextId('key'),
    quantity: 1,
    country: null,
  }));
  system.proxies.behaviour = 'deliver';
  const actual = await Promise.all(requests.map((request) => catchErrorCode(buy(system, request))));
  const affordable = Math.min(
    requests.length,
    Math.floor(customer.balance / system.prices.gigabyte),
  );
  expectOutcome(
    'Purchases that went through',
    actual.filter((code) => code === undefined).length,
    affordable,
  );
  for (const [index, request] of requests.entries())
    if (actual[index] === undefined) applyToModel(system, request, 'deliver');
    else expectOutcome('The others', actual[index], 'INSUFFICIENT_BALANCE');
  return `customer ${customer.id} buys six times at once`;
};

const findAttempt = async (system: SystemUnderTest, { key, customer }: ModelOrder) =>
  (
    await system.sql<{ id: number; orderId: number; key: string }>(
      `SELECT a.id, a.order_id AS "orderId", a.key FROM provider_attempt a
       JOIN proxy_order o ON o.id = a.order_id WHERE o.user_id = $1 AND o.idempotency_key = $2`,
      [customer.id, key],
    )
  )[0]!;

/** One to three workers resolve an attempt of unknown outcome. */
export const resolve: Command = async (system, random) => {
  const open = system.model.orders.filter(({ status }) => status === 'unknown');
  if (!open.length) return null;
  const placed = random.pick(open);
  const [isSilent, isOld] = [random.chance(0.2), random.chance(0.5)];
  const { id } = await findAttempt(system, placed);
  await system.sql(
    `UPDATE provider_attempt SET next_check_at = now() - interval '1 second',
       created_at = now() - make_interval(hours => $2) WHERE id = $1`,
    [id, isOld ? 1 : 0],
  );
  system.proxies.isUnresponsive = isSilent;
  const workers = Array.from({ length: random.between(1, 3) }, () =>
    system.get(AttemptResolutionService).resolve(id),
  );
  await Promise.all(workers);
  // What is missing is cancelled after a minute by the clock of the database, which the run does not move.
  const isGone = placed.provisioned === null && isOld;
  if (!isSilent && (placed.provisioned !== null || isGone))
    system.model.deliver(placed, placed.provisioned ?? 0);
  return `${placed.key} is resolved${isSilent ? ', provider silent' : ''}${isOld ? ', after an hour' : ''}`;
};

/** Books a late reply, possibly for an order that is closed already. */
export const lateReply: Command = async (system, random) => {
  if (!system.model.orders.length) return null;
  const placed = random.pick(system.model.orders);
  const { id, orderId, key } = await findAttempt(system, placed);
  const units = system.proxies.provisioned.get(key);
  const order = await system.get(OrderRepository).get(orderId);
  const book = () =>
    system
      .get(DeliveryService)
      .apply(
        id,
        order,
        units ? { outcome: 'delivered', units } : { outcome: 'rejected', reason: 'late' },
      );
  await Promise.all([book(), book()]);
  if (placed.status === 'unknown') system.model.deliver(placed, placed.provisioned ?? 0);
  return `late reply for ${placed.key}`;
};

export const expire: Command = async (system, random) => {
  const live = system.model.orders.filter(
    ({ status, held }) => held > 0 && (status === 'delivered' || status === 'partly_delivered'),
  );
  if (!live.length) return null;
  const placed = random.pick(live);
  const { orderId } = await findAttempt(system, placed);
  await system.sql(
    `UPDATE proxy SET expires_at = now() - interval '1 second' WHERE order_id = $1`,
    [orderId],
  );
  const expiry = system.get(ProxyExpiryService);
  await Promise.all([expiry.expireDue(), expiry.expireDue()]);
  system.model.release(placed, placed.held);
  return `the proxies of ${placed.key} expire`;
};

/** An amount of choice, by two concurrent calls with one reference. */
export const refundPart: Command = async (system, random) => {
  const placed = system.model.orders.length ? random.pick(system.model.orders) : null;
  if (!placed) return null;
  const { orderId } = await findAttempt(system, placed);
  const kept = Math.min(placed.provisioned ?? 0, placed.quantity) * placed.unitPrice;
  const left = kept - placed.refundedByStaff;
  // All that is left is a refund in full.
  const amount = random.between(1, Math.max(1, left)) + (random.chance(0.1) ? left : 0);
  if (amount === left) return null;
  const reference = nextId('REFUND-STAFF-PART');
  const refund = () =>
    catchErrorCode(
      system
        .get(PartialRefundService)
        .refundAmount(system.staff, orderId, Money.naira(amount), 'as goodwill', reference),
    );
  const refusal = {
    refunded: 'ORDER_REFUNDED',
    charged: 'ORDER_NOT_DELIVERED',
    unknown: 'ORDER_NOT_DELIVERED',
    delivered: amount > left ? 'VALIDATION_FAILED' : undefined,
    partly_delivered: amount > left ? 'VALIDATION_FAILED' : undefined,
  }[placed.status];
  for (const code of await Promise.all([refund(), refund()]))
    expectOutcome('A partial refund', code, refusal);
  if (refusal === undefined) {
    placed.refundedByStaff += amount;
    system.model.credit(placed.customer, amount);
  }
  return `staff refund ${amount} of ${placed.key}: ${refusal ?? 'refunded'}`;
};

/** Two members of staff refund an order concurrently. */
export const refundOrder: Command = async (system, random) => {
  const placed = system.model.orders.length ? random.pick(system.model.orders) : null;
  if (!placed) return null;
  const { orderId } = await findAttempt(system, placed);
  const refunds = system.get(OrderRefundService);
  const refund = () => catchErrorCode(refunds.refund(system.staff, orderId, 'not as promised'));
  const actual = (await Promise.all([refund(), refund()])).sort();
  const isOpen = placed.status === 'unknown';
  const isRenewed = system.model.extensions.some(
    ({ order, status }) => order === placed && status !== 'refunded',
  );
  const first = isRenewed ? 'ORDER_HAS_RENEWALS' : 'ORDER_REFUNDED';
  expectOutcome('Refunding an order', actual[0], isOpen ? 'ORDER_NOT_DELIVERED' : first);
  const isThere =
    !isRenewed && (placed.status === 'delivered' || placed.status === 'partly_delivered');
  expectOutcome('Refunding it again', actual[1], isThere ? undefined : actual[0]);
  if (isThere) {
    const kept = Math.min(placed.provisioned ?? 0, placed.quantity);
    system.model.credit(placed.customer, kept * placed.unitPrice - placed.refundedByStaff);
    system.model.release(placed, placed.held);
    placed.status = 'refunded';
  }
  return `staff refund ${placed.key}: ${actual[1] ?? 'refunded'}`;
};
