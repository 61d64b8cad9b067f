import { Pool } from 'pg';
import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { AppConfig } from '../../../src/config/app-config';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { OwnRefundService } from '../../../src/proxies/refunds/own-refund.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { expectInvariantsToHold } from '../../support/integrity';
import { countReserved, findOrderProxies } from './order-helpers';
import {
  NIGERIAN_ADDRESS_PRICE,
  ONE_GB_PRICE,
  catchErrorCode,
  countOutcomes,
  createProxiesTestApp,
  datacenterRequest,
  poolRequest,
  type ProxiesTestApp,
} from './proxies-test-app';
import { WalletCorrectionsModule } from '../../../src/admin/wallet-corrections/wallet-corrections.module';
import { AuditModule } from '../../../src/audit/audit.module';
import { UsersModule } from '../../../src/users/users.module';
import { InvoiceService } from '../../../src/wallet/invoices/invoice.service';

const GB = 2 ** 30;

const BALANCE = 20_000;

describe('Refunds by customers', () => {
  let app: ProxiesTestApp;
  let refunds: OwnRefundService;
  let staff: OrderRefundService;
  let pool: Pool;
  let store: UsageStore;
  let seq = 0;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    const get = <T>(token: new (...args: never[]) => T) => app.module.get(token, { strict: false });
    refunds = get(OwnRefundService);
    staff = get(OrderRefundService);
    pool = new Pool({ connectionString: get(AppConfig).database.url });
    store = new UsageStore(pool);
    await set({ refundWindowDays: 3, refundMaximumUsedPercent: 20 });
  });
  expectInvariantsToHold(() => app);
  afterAll(async () => {
    await pool.end();
    await app.close();
  });

  const set = async (settings: Record<string, number>) => {
    for (const [key, value] of Object.entries(settings))
      await app.sql(
        `INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2`,
        [key, String(value)],
      );
    app.module.get(SettingsService, { strict: false }).invalidateCache();
  };
  const buyPool = async () => {
    const buyer = await app.createCustomer(BALANCE);
    const { order_id: orderId } = await app.orders.buyPool(buyer, poolRequest());
    return { buyer, orderId, id: (await findOrderProxies(app, orderId))[0]!.id };
  };
  const settle = async (gatewayId: string, proxyId: number, up: number, wanted = 0) => {
    const delta = { proxyId, up, down: 0, requests: 1, wanted };
    const batch = { gatewayId, seq: (seq += 1), at: new Date(), deltas: [delta] };
    return (await store.settle(batch)).get(proxyId)!.lease;
  };
  const refund = (buyer: Actor, id: number, expected: number, key?: string) =>
    refunds.refund(buyer, id, { expected_total: expected }, key);
  const code = (buyer: Actor, id: number, expected = 1) =>
    catchErrorCode(refund(buyer, id, expected));
  const reason = async (buyer: Actor, id: number) => (await refunds.quote(buyer, id)).reason;
  const spent = async (buyer: Actor) => BALANCE - (await app.getBalance(buyer));
  const priceOf = (unused: number) => Math.floor((ONE_GB_PRICE * unused) / GB);
  const MOST = priceOf(GB - GB / 8);

  it('should refund the unused traffic that was shown, once, and end the proxy', async () => {
    const { buyer, orderId, id } = await buyPool();
    await settle('g', id, GB / 8);
    const offer = { eligible: true, amount: MOST, ends_proxy: true, reason: null };
    expect(await refunds.quote(buyer, id)).toMatchObject(offer);
    expect(await code(buyer, id, MOST + 1)).toBe('conflict REFUND_CHANGED');
    const attempts = Array.from({ length: 6 }, (_, index) =>
      catchErrorCode(refund(buyer, id, MOST, index < 3 ? 'same' : undefined)),
    );
    const outcomes = countOutcomes(await Promise.all(attempts));
    expect(outcomes['no error']! + outcomes['conflict NOT_REFUNDABLE']!).toBe(6);
    expect(await spent(buyer)).toBe(ONE_GB_PRICE - MOST);
    expect(await findOrderProxies(app, orderId)).toMatchObject([
      { status: 'expired', served: 'suspended' },
    ]);
    const renewal = app.orders.extend(buyer, id, 'renewal', { gigabytes: 1 });
    expect(await catchErrorCode(renewal)).toBe('conflict ORDER_REFUNDED');
    const rest = await staff.refund(buyer, orderId, 'Goodwill.');
    expect(rest.amount.toNaira()).toBe(ONE_GB_PRICE - MOST);
  });

  it('should answer a repeated key with the first refund, and refund all when nothing is used', async () => {
    const { buyer, id } = await buyPool();
    const first = await refund(buyer, id, ONE_GB_PRICE, 'key');
    expect(await refund(buyer, id, ONE_GB_PRICE, 'key')).toEqual(first);
    expect(await spent(buyer)).toBe(0);
  });

  it('should refund nothing while the shop does not, and nothing of others', async () => {
    const { buyer, id } = await buyPool();
    await set({ refundWindowDays: 0 });
    expect(await reason(buyer, id)).toBe('What is unused is not refunded.');
    expect(await code(buyer, id)).toBe('conflict NOT_REFUNDABLE');
    await set({ refundWindowDays: 3 });
    expect(await code(await app.createCustomer(), id)).toBe('not_found PROXY_NOT_FOUND');
  });

  it('should say why it refuses', async () => {
    const late = await buyPool();
    const age = `UPDATE proxy_order SET created_at = created_at - $1::interval WHERE id = $2`;
    await app.sql(age, ['71 hours 59 minutes', late.orderId]);
    expect(await reason(late.buyer, late.id)).toBeNull();
    await app.sql(age, ['2 minutes', late.orderId]);
    expect(await reason(late.buyer, late.id)).toMatch(/older than 3 days/);
    const used = await buyPool();
    await settle('g', used.id, Math.floor(GB / 5));
    expect(await reason(used.buyer, used.id)).toBeNull();
    await settle('g', used.id, 1);
    expect(await reason(used.buyer, used.id)).toBe('More than 20% of the traffic is used.');
    const partly = await buyPool();
    await staff.refundAmount(
      partly.buyer,
      partly.orderId,
      Money.naira(1),
      'Why.',
      'REFUND-STAFF-X',
    );
    expect(await reason(partly.buyer, partly.id)).toMatch(/already refunded/);
    const suspended = await buyPool();
    const suspend = `UPDATE proxy SET status = 'suspended', suspended_by_staff = true WHERE id = $1`;
    await app.sql(suspend, [suspended.id]);
    expect(await reason(suspended.buyer, suspended.id)).toMatch(/suspended/);
  });

  it('should refund one of several addresses by its time, and return it to stock', async () => {
    const buyer = await app.createCustomer(BALANCE);
    const request = datacenterRequest(await app.getCountryId('ng'), { quantity: 2 });
    const { order_id: orderId, proxies } = await app.orders.buyDatacenter(buyer, request);
    await app.sql(
      `UPDATE proxy SET expires_at = now() + interval '27 days 30 seconds' WHERE order_id = $1`,
      [orderId],
    );
    const share = (NIGERIAN_ADDRESS_PRICE * 27) / 30;
    for (const [index, { id }] of proxies.entries()) {
      await refund(buyer, id, share);
      expect(await spent(buyer)).toBe(2 * NIGERIAN_ADDRESS_PRICE - (index + 1) * share);
      expect(await countReserved(app, orderId)).toBe(1 - index);
      expect(await code(buyer, id, share)).toBe('conflict NOT_REFUNDABLE');
    }
  });

  it('should refund only the last payment: a renewal is taken back and the proxy stays', async () => {
    const { buyer, id, orderId } = await buyPool();
    const renewal = await app.orders.extend(buyer, id, 'renewal', { gigabytes: 1 });
    await settle('g', id, GB + GB / 8);
    expect(await refunds.quote(buyer, id)).toMatchObject({ amount: MOST, ends_proxy: false });
    await refund(buyer, id, MOST);
    const [proxy] = await app.sql(
      `SELECT status, limit_bytes FROM proxy WHERE id = $1 AND expires_at < now() + interval '31 days'`,
      [id],
    );
    expect(proxy).toEqual({ status: 'active', limit_bytes: String(GB + GB / 8) });
    expect(await reason(buyer, id)).toMatch(/already refunded/);
    await staff.refund(buyer, renewal.order_id, 'The rest.');
    await staff.refund(buyer, orderId, 'All of it.');
    expect(await spent(buyer)).toBe(0);
  });

  it('should refund no byte that a gateway relays at the same moment', async () => {
    const { buyer, id } = await buyPool();
    await set({ refundMaximumUsedPercent: 100 });
    let relayed = 0;
    const relay = async (gateway: string) => {
      let lease = 0;
      for (let round = 0; round < 20; round++) {
        relayed += lease;
        lease = await settle(gateway, id, lease, 2 ** 22);
      }
      return lease;
    };
    const gateways = ['r1', 'r2', 'r3'].map(relay);
    for (let outcome = ''; outcome !== 'no error';) {
      const { amount } = await refunds.quote(buyer, id);
      outcome = await code(buyer, id, amount);
      expect(['no error', 'conflict REFUND_CHANGED']).toContain(outcome);
    }
    for (const lease of await Promise.all(gateways)) relayed += lease;
    expect(await settle('r4', id, 0, 2 ** 20)).toBe(0);
    await set({ refundMaximumUsedPercent: 20 });
    expect(ONE_GB_PRICE - (await spent(buyer))).toBeLessThanOrEqual(priceOf(GB - relayed));
  });

  it('should refund or renew, and never more than was paid', async () => {
    for (let round = 0; round < 4; round++) {
      const { buyer, id } = await buyPool();
      const [renewed, refunded] = await Promise.all([
        catchErrorCode(app.orders.extend(buyer, id, 'renewal', { gigabytes: 1 })),
        code(buyer, id, ONE_GB_PRICE),
      ]);
      // Renewed first, it is the renewal that comes back.
      expect(refunded).toBe('no error');
      expect(['no error', 'conflict ORDER_REFUNDED']).toContain(renewed);
      expect(await spent(buyer)).toBe(renewed === 'no error' ? ONE_GB_PRICE : 0);
    }
  });

  it('should change nothing when it fails before its commit', async () => {
    const { buyer, orderId, id } = await buyPool();
    await settle('g', id, GB / 8);
    jest
      .spyOn(staff as unknown as { recordPart: () => Promise<void> }, 'recordPart')
      .mockRejectedValueOnce(new Error('killed'));
    await expect(refund(buyer, id, MOST, 'again')).rejects.toThrow('killed');
    expect(await spent(buyer)).toBe(ONE_GB_PRICE);
    expect(await findOrderProxies(app, orderId)).toMatchObject([{ status: 'active' }]);
    await refund(buyer, id, MOST, 'again');
    expect(await spent(buyer)).toBe(ONE_GB_PRICE - MOST);
  });
});

const WHY = 'The country was not reachable.';

describe('Refunds of invoiced orders', () => {
  let app: ProxiesTestApp;
  let invoices: InvoiceService;
  let refunds: OrderRefundService;
  let admin: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp([AuditModule, UsersModule, WalletCorrectionsModule]);
    invoices = app.module.get(InvoiceService, { strict: false });
    refunds = app.module.get(OrderRefundService, { strict: false });
    admin = { ...(await app.createCustomer()), name: 'Ngozi', role: 'admin' };
  });
  expectInvariantsToHold(() => app);
  afterAll(() => app.close());

  async function createBuyer(): Promise<Actor> {
    const buyer = await app.createCustomer(100_000);
    await app.module
      .get(InvoiceService, { strict: false })
      .saveBillingDetails(buyer, { name: 'Ada Ltd', address: 'Lagos', tin: null, email: null });
    return buyer;
  }

  async function buy(buyer: Actor): Promise<{ orderId: number; transactionId: number }> {
    const { order_id: orderId } = await app.orders.buyPool(buyer, poolRequest());
    return { orderId, transactionId: await chargeOf(orderId) };
  }

  async function chargeOf(orderId: number): Promise<number> {
    const [order] = await app.sql<{ id: number }>(
      `SELECT transaction_id AS id FROM proxy_order WHERE id = $1`,
      [orderId],
    );
    return order!.id;
  }

  const listOf = async (buyer: Actor) => {
    const { invoices: rows } = await invoices.list(buyer, { page: 1, perPage: 50 });
    return rows.map(({ kind, total_amount, transaction_id }) => ({
      kind,
      total: Number(total_amount),
      transactionId: transaction_id,
    }));
  };

  it('should get a credit note for each part and for the rest', async () => {
    const buyer = await createBuyer();
    const { orderId, transactionId } = await buy(buyer);
    await invoices.issue(buyer, transactionId);
    const part = await refunds.refundAmount(admin, orderId, Money.naira(1500), WHY, 'REFUND-A');
    await refunds.refundAmount(admin, orderId, Money.naira(1500), WHY, 'REFUND-A');
    const rest = await refunds.refund(admin, orderId, WHY);
    expect(await listOf(buyer)).toEqual([
      {
        kind: 'credit_note',
        total: ONE_GB_PRICE - 1500,
        transactionId: rest.transactionId,
      },
      { kind: 'credit_note', total: 1500, transactionId: part.transactionId },
      { kind: 'invoice', total: ONE_GB_PRICE, transactionId },
    ]);
    // The invoice is still there to download.
    const { invoice } = await invoices.issue(buyer, transactionId);
    expect(invoice.total_amount).toBe(`${ONE_GB_PRICE}.00`);
  });

  it('should name the charge also when nothing was invoiced', async () => {
    const buyer = await createBuyer();
    const { orderId } = await buy(buyer);
    await refunds.refund(admin, orderId, WHY);
    const lines = await app.sql<{ purpose: string; refund_of: number | null; id: number }>(
      `SELECT id, purpose, refund_of FROM wallet_transaction WHERE user_id = $1 ORDER BY id`,
      [buyer.userId],
    );
    expect(lines.map(({ purpose }) => purpose)).toEqual(['topup', 'purchase', 'refund']);
    expect(lines[2]!.refund_of).toBe(lines[1]!.id);
    expect(await catchErrorCode(invoices.issue(buyer, lines[1]!.id))).toBe(
      'conflict NOT_INVOICEABLE',
    );
    expect(await listOf(buyer)).toEqual([]);
  });

  it('should match when invoices, parts and full refunds of several orders race', async () => {
    const buyers = await Promise.all([createBuyer(), createBuyer(), createBuyer()]);
    const orders = await Promise.all(
      buyers.map(async (buyer) => ({ buyer, ...(await buy(buyer)) })),
    );
    const outcomes = await Promise.all(
      orders.flatMap(({ buyer, orderId, transactionId }) => [
        catchErrorCode(
          refunds.refundAmount(admin, orderId, Money.naira(500), WHY, `REFUND-${orderId}-1`),
        ),
        catchErrorCode(invoices.issue(buyer, transactionId)),
        catchErrorCode(
          refunds.refundAmount(admin, orderId, Money.naira(700), WHY, `REFUND-${orderId}-2`),
        ),
        catchErrorCode(invoices.issue(buyer, transactionId)),
        catchErrorCode(refunds.refund(admin, orderId, WHY)),
      ]),
    );
    expect(
      outcomes.filter(
        (outcome) =>
          !['no error', 'conflict ORDER_REFUNDED', 'conflict NOT_INVOICEABLE'].includes(outcome),
      ),
    ).toEqual([]);
    for (const { buyer } of orders) {
      const notes = await listOf(buyer);
      const sum = (kind: string) =>
        notes.filter((note) => note.kind === kind).reduce((total, note) => total + note.total, 0);
      // Refunded in full: what has an invoice has credit notes for all of it.
      expect(sum('credit_note')).toBe(sum('invoice'));
    }
  });
});
