import { UnitOfWork } from '../../../src/database/unit-of-work';
import { Money } from '../../../src/common/money/money';
import { ClearingService } from '../../../src/payments/clearing.service';
import type { Payment } from '../../../src/payments/payment.entity';
import { WalletService } from '../../../src/wallet/wallet.service';
import type { NewTransaction, Posting } from '../../../src/wallet/wallet.types';
import type { AdminTestApp } from './admin-test-app';

const TYPES = {
  datacenter: 'individual_ipv4',
  residential: 'residential_ipv4',
  mobile: 'mobile_ipv4',
} as const;
type Kind = keyof typeof TYPES;

/** A shop's past: what moves money goes through the wallet and its ledger, and is then moved to the time it is meant for. */
export class ProfitHistory {
  private serial = 0;

  constructor(private readonly testApp: AdminTestApp) {}

  /** @param fee naira that the payment provider keeps. */
  async topUp(userId: number, naira: number, at: string, fee = 0): Promise<void> {
    const reference = this.reference('TOPUP-P');
    const key = { idempotencyKey: reference, kind: 'topup', against: 'korapay_clearing' } as const;
    const line = { userId, reference, type: 'credit', purpose: 'topup' } as const;
    const amount = Money.naira(naira);
    await this.post(at, { ...line, amount, description: 'Top-up' }, async (new_) => {
      await this.wallet.credit(new_, key);
      await this.testApp.app
        .get(ClearingService)
        .bookFee({ reference } as Payment, Money.naira(fee));
    });
    await this.testApp.sql(
      `INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, expires_at)
       SELECT user_id, id, reference, 'korapay', 'successful', amount_kobo, created_at
       FROM wallet_transaction WHERE reference = $1`,
      [reference],
    );
  }

  /** @returns the order's id. */
  async sell(
    userId: number,
    kind: Kind,
    country: string,
    naira: number,
    at: string,
  ): Promise<number> {
    const reference = this.reference('BUY-P');
    const line = { userId, reference, type: 'debit', purpose: 'purchase' } as const;
    const key = { idempotencyKey: reference, kind: 'purchase', against: 'revenue' } as const;
    await this.post(at, { ...line, amount: Money.naira(naira), description: 'Proxies' }, (new_) =>
      this.wallet.charge(new_, key),
    );
    const [order] = await this.testApp.sql<{ id: number }>(
      `INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, status, request, transaction_id, created_at)
       SELECT user_id, reference, $2, 1, amount_kobo, 'delivered', jsonb_build_object('country', $3::text), id, created_at
       FROM wallet_transaction WHERE reference = $1 RETURNING id`,
      [reference, TYPES[kind], country],
    );
    return order!.id;
  }

  async refund(userId: number, orderId: number, naira: number, at: string): Promise<void> {
    const reference = this.reference('REFUND-P');
    const key = { idempotencyKey: reference, kind: 'purchase_reversal' } as const;
    const line = { userId, reference, type: 'credit', purpose: 'refund' } as const;
    const more = { amount: Money.naira(naira), description: 'Refund' };
    await this.post(at, { ...line, ...more, metadata: { order_id: orderId } }, (new_) =>
      this.wallet.credit(new_, { ...key, against: 'revenue' }),
    );
    await this.testApp.sql(
      'UPDATE proxy_order SET refunded_kobo = refunded_kobo + $2 WHERE id = $1',
      [orderId, naira * 100],
    );
  }

  async chargeBack(userId: number, naira: number, at: string): Promise<void> {
    const reference = this.reference('CHARGEBACK-P');
    const posting: Posting = {
      ...{ idempotencyKey: reference, kind: 'chargeback', against: 'korapay_clearing' },
    };
    const line = { userId, reference, type: 'debit', purpose: 'chargeback' } as const;
    const more = { amount: Money.naira(naira), description: 'Chargeback' };
    await this.post(at, { ...line, ...more }, (new_) => this.wallet.clawback(new_, posting));
  }

  /** A cost of the shop that the customer's wallet gets. */
  async give(
    userId: number,
    kind: 'coupon' | 'goodwill',
    naira: number,
    at: string,
  ): Promise<void> {
    const reference = this.reference('GIFT-P');
    const against = kind === 'coupon' ? 'promotions' : 'goodwill';
    const line = { userId, reference, type: 'credit', purpose: kind } as const;
    await this.post(at, { ...line, amount: Money.naira(naira), description: 'Gift' }, (new_) =>
      this.wallet.credit(new_, { idempotencyKey: reference, kind, against }),
    );
  }

  /** @returns the network's id. */
  async addNetwork(name: string, kind: 'residential' | 'mobile', usd: number): Promise<number> {
    const [network] = await this.testApp.sql<{ id: number }>(
      `INSERT INTO supply_network (name, dialect, kind, protocol, host, port, username, password_encrypted,
         targets_region, targets_city, targets_isp, cost_usd_micros, bytes_per_gb, weight, enabled)
       VALUES ($1, 'oxylabs', $2, 'http', 'h', 1, 'u', 'x', false, false, false, $3, 1000000000, 1, true) RETURNING id`,
      [name, kind, usd * 1_000_000],
    );
    return network!.id;
  }

  async changePrice(networkId: number, usd: number): Promise<void> {
    await this.testApp.sql('UPDATE supply_network SET cost_usd_micros = $2 WHERE id = $1', [
      ...[networkId, usd * 1_000_000],
    ]);
  }

  /** A proxy of the customer's. @returns its id. */
  async addProxy(userId: number, kind: 'residential' | 'mobile', country: string) {
    const [proxyId] = await this.testApp.sell(userId, { naira: 1, type: TYPES[kind], country });
    return proxyId!;
  }

  /** What a gateway books of a network, and of the customer's usage. */
  async carry(networkId: number, proxyId: number, country: string, bytes: number, at: string) {
    await this.testApp.sql(
      `SELECT supply_settle('profit', $1, $2, ARRAY[$3::int], ARRAY[$4::int], ARRAY[$5::text], ARRAY[false],
         ARRAY[$6::bigint], ARRAY[0::bigint], ARRAY[1::bigint], '{}', '{}', '{}')`,
      [(this.serial += 1), at, networkId, proxyId, country, bytes],
    );
    await this.testApp.sql(
      `INSERT INTO usage_hour (proxy_id, hour, bytes_up, bytes_down)
       VALUES ($1, date_trunc('hour', $2::timestamptz), 0, $3)`,
      [proxyId, at, bytes - 100],
    );
  }

  private get wallet(): WalletService {
    return this.testApp.app.get(WalletService);
  }

  private reference(prefix: string): string {
    return `${prefix}-${(this.serial += 1)}`;
  }

  private async post(
    at: string,
    line: NewTransaction,
    book: (line: NewTransaction) => Promise<unknown>,
  ): Promise<void> {
    const uow = this.testApp.app.get(UnitOfWork);
    await uow.run(() => book(line));
    await uow.run(async () => {
      // Books are append-only, and their clock is the database's.
      await uow.manager.query('SET LOCAL session_replication_role = replica');
      const posted = `SELECT id FROM ledger_transaction WHERE reference LIKE '%' || $2`;
      for (const [table, column] of [
        ['ledger_entry', 'transaction_id'],
        ['wallet_transaction', 'ledger_transaction_id'],
        ['ledger_transaction', 'id'],
      ])
        await uow.manager.query(
          `UPDATE ${table} SET created_at = $1 WHERE ${column} IN (${posted})`,
          [at, line.reference],
        );
    });
  }
}
