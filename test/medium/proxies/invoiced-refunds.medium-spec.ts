import { WalletCorrectionsModule } from '../../../src/admin/wallet-corrections/wallet-corrections.module';
import { AuditModule } from '../../../src/audit/audit.module';
import { Money } from '../../../src/common/money/money';
import type { Actor } from '../../../src/common/security/actor';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { UsersModule } from '../../../src/users/users.module';
import { InvoiceService } from '../../../src/wallet/invoices/invoice.service';
import { expectInvariantsToHold } from '../../support/integrity';
import {
  catchErrorCode,
  createProxiesTestApp,
  ONE_GB_PRICE,
  poolRequest,
  type ProxiesTestApp,
} from './proxies-test-app';

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
