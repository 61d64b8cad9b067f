import { Money } from '../../../src/common/money/money';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { OrderService } from '../../../src/proxies/orders/order.service';
import type { PurchaseData } from '../../../src/proxies/orders/orders.dto';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import type { SeededRandom } from './seeded-random';
import type { ModelCustomer, ModelOrder } from './model';
import { expectOutcome, nextId, catchErrorCode, type Command } from './payment-commands';
import { COUNTRY, POOL_COUNTRY, type SystemUnderTest } from './system-under-test';

export interface PurchaseRequest {
  readonly customer: ModelCustomer;
  readonly key: string;
  readonly quantity: number;
  /** Null for traffic of a pool. */
  readonly country: string | null;
}

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
): Promise<PurchaseData> {
  const orders = system.get(OrderService);
  const actor = system.actor(customer);
  return country === null
    ? orders.buyPool(
        actor,
        {
          proxy_type: 'residential_ipv4',
          protocol: 'http',
          ttl_minutes: 0,
          traffic_limit_mb: 1,
          country: POOL_COUNTRY,
        },
        key,
      )
    : orders.buyDatacenter(
        actor,
        {
          ...{
            proxy_type: 'individual_ipv4',
            country_id: system.countryId,
            duration_minutes: 43_200,
          },
          ...{ protocol: 'http', quantity },
        },
        key,
      );
}

/** Checks balance and stock in that order. @returns the expected error code. */
export function applyToModel(
  { model, prices }: SystemUnderTest,
  request: PurchaseRequest,
): string | undefined {
  const { customer, key, quantity, country } = request;
  const unitPrice = country === null ? prices.gigabyte : prices.address;
  if (customer.balance < unitPrice * quantity) return 'INSUFFICIENT_BALANCE';
  if (country !== null && model.getFreeStock(country) < quantity) return 'OUT_OF_STOCK';
  model.debit(customer, unitPrice * quantity);
  const placed: ModelOrder = {
    ...{ key, customer, quantity, unitPrice, country },
    ...{ status: 'delivered', refunded: 0, isInvoiced: false, held: 0 },
  };
  model.orders.push(placed);
  model.release(placed, -(country === null ? 0 : quantity));
  return undefined;
}

export const purchase: Command = async (system, random) => {
  const request = randomPurchase(system, random);
  const actual = await catchErrorCode(buy(system, request));
  expectOutcome('Buying', actual, applyToModel(system, request));
  return `${request.key}: customer ${request.customer.id} buys ${request.quantity} of ${request.country ?? 'a pool'}: ${actual ?? 'ordered'}`;
};

/** Four concurrent requests with one idempotency key. */
export const purchaseConcurrently: Command = async (system, random) => {
  const request = randomPurchase(system, random);
  const presses = Array.from({ length: 4 }, () => catchErrorCode(buy(system, request)));
  const actual = await Promise.all(presses);
  const expected = applyToModel(system, request);
  for (const refusal of actual) expectOutcome('Buying four times concurrently', refusal, expected);
  return `${request.key}: four concurrent requests: ${expected ?? 'ordered'}`;
};

/** Repeats an earlier idempotency key: it is answered with the order as it is now. */
export const replayPurchase: Command = async (system, random) => {
  if (!system.model.orders.length) return null;
  const placed = random.pick(system.model.orders);
  const { order_status: status, proxies } = await buy(system, placed);
  expectOutcome('A replayed purchase', status, placed.status);
  expectOutcome('Its proxies', proxies.length, placed.quantity);
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
    if (actual[index] === undefined) applyToModel(system, request);
    else expectOutcome('The others', actual[index], 'INSUFFICIENT_BALANCE');
  return `customer ${customer.id} buys six times at once`;
};

export const findOrderId = async (
  system: SystemUnderTest,
  { key, customer }: Pick<ModelOrder, 'key' | 'customer'>,
): Promise<number> => {
  const [order] = await system.sql<{ id: number }>(
    `SELECT id FROM proxy_order WHERE user_id = $1 AND idempotency_key = $2`,
    [customer.id, key],
  );
  return order!.id;
};

export const expire: Command = async (system, random) => {
  const live = system.model.orders.filter(({ status, held }) => held > 0 && status === 'delivered');
  if (!live.length) return null;
  const placed = random.pick(live);
  await system.sql(
    `UPDATE proxy SET expires_at = now() - interval '1 second' WHERE order_id = $1`,
    [await findOrderId(system, placed)],
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
  const orderId = await findOrderId(system, placed);
  const left = placed.quantity * placed.unitPrice - placed.refunded;
  // All that is left is a refund in full.
  const amount = random.between(1, Math.max(1, left)) + (random.chance(0.1) ? left : 0);
  if (amount === left) return null;
  const reference = nextId('REFUND-STAFF-PART');
  const refund = () =>
    catchErrorCode(
      system
        .get(OrderRefundService)
        .refundAmount(system.staff, orderId, Money.naira(amount), 'as goodwill', reference),
    );
  const refusal = {
    refunded: 'ORDER_REFUNDED',
    delivered: amount > left ? 'VALIDATION_FAILED' : undefined,
  }[placed.status];
  for (const code of await Promise.all([refund(), refund()]))
    expectOutcome('A partial refund', code, refusal);
  if (refusal === undefined) {
    placed.refunded += amount;
    system.model.credit(placed.customer, amount);
  }
  return `staff refund ${amount} of ${placed.key}: ${refusal ?? 'refunded'}`;
};

/** Two members of staff refund an order concurrently. */
export const refundOrder: Command = async (system, random) => {
  const placed = system.model.orders.length ? random.pick(system.model.orders) : null;
  if (!placed) return null;
  const orderId = await findOrderId(system, placed);
  const refunds = system.get(OrderRefundService);
  const refund = () => catchErrorCode(refunds.refund(system.staff, orderId, 'not as promised'));
  const actual = (await Promise.all([refund(), refund()])).sort();
  const isRenewed = system.model.extensions.some(
    ({ order, status }) => order === placed && status !== 'refunded',
  );
  const refusal = isRenewed ? 'ORDER_HAS_RENEWALS' : 'ORDER_REFUNDED';
  expectOutcome('Refunding an order', actual[0], refusal);
  const isThere = !isRenewed && placed.status === 'delivered';
  expectOutcome('Refunding it again', actual[1], isThere ? undefined : refusal);
  if (isThere) {
    system.model.credit(placed.customer, placed.quantity * placed.unitPrice - placed.refunded);
    system.model.release(placed, placed.held);
    placed.status = 'refunded';
  }
  return `staff refund ${placed.key}: ${actual[1] ?? 'refunded'}`;
};
