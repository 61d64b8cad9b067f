import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import type { Actor } from '../../../src/common/security/actor';
import { RefundService } from '../../../src/payments/refunds/refund.service';
import { Money } from '../../../src/common/money/money';
import { WalletService } from '../../../src/wallet/wallet.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { brokenPromises } from '../../support/integrity';
import { insertUser } from '../../support/testing-module';
import { openSandboxApp, type SandboxApp } from '../../support/sandbox-app';
import { PATIENCE_MS } from './timeouts';

let serial = 0;

export interface Topup {
  readonly user: number;
  readonly reference: string;
  readonly paymentId: number;
}

/** The payments room with the simulated Korapay, as those who decide about payments need it. */
export class Desk {
  admin: Actor;

  private constructor(readonly shop: SandboxApp) {}

  static async open(
    korapayTimeoutMs = PATIENCE_MS,
    via?: (databaseUrl: string) => Promise<string>,
  ): Promise<Desk> {
    const desk = new Desk(await openSandboxApp(korapayTimeoutMs, via));
    const userId = await insertUser(desk.shop);
    desk.admin = {
      userId,
      name: 'Ngozi',
      email: 'ngozi@example.com',
      role: 'admin',
      sessionId: 'test',
      ip: '127.0.0.1',
      userAgent: 'test',
    };
    return desk;
  }

  /** For `afterEach`: time and the simulator are as before, and every promise about money holds. */
  async settleDown(): Promise<string[]> {
    this.shop.clock.reset();
    await this.shop.call('DELETE', '/sandbox/korapay/control');
    return brokenPromises(this.shop);
  }

  mischief(body: unknown) {
    return this.shop.call('POST', '/sandbox/korapay/control', { body });
  }

  /** @param silent whether the simulator sends no notifications, so that only the case itself acts. */
  async startTopup(naira = 5000, silent = true): Promise<Topup> {
    const user = await insertUser(this.shop);
    const reference = `DESK-${Date.now()}-${(serial += 1)}`;
    if (silent) await this.mischief({ route: 'webhook', reference, copies: 0 });
    const { status } = await this.shop.call('POST', '/api/v1/payments/initialize-topup', {
      user,
      body: { amount: naira, reference, callback_url: `${this.shop.url}/wallet` },
    });
    if (status !== 200) throw new Error(`A top-up could not be started: ${status}`);
    const [row] = await this.shop.sql<{ id: number }>(
      'SELECT id FROM payment WHERE reference = $1',
      [reference],
    );
    return { user, reference, paymentId: row!.id };
  }

  pay(reference: string, outcome = 'success') {
    return this.shop.call('POST', `/sandbox/korapay/control/charges/${reference}`, {
      body: { outcome },
    });
  }

  /** A top-up that was paid and credited. */
  async credited(naira = 5000, silent = true): Promise<Topup> {
    const topup = await this.startTopup(naira, silent);
    await this.pay(topup.reference);
    await this.shop.module.get(SettlementService).settle(topup.reference);
    return topup;
  }

  /** A top-up whose success the provider tells with another amount. */
  async inReview(naira = 5000, told: Record<string, unknown> = { amount: '4000.00' }) {
    const topup = await this.startTopup(naira);
    await this.pay(topup.reference);
    await this.mischief({ route: 'find', reference: topup.reference, times: 1, data: told });
    await this.shop.module.get(SettlementService).settle(topup.reference);
    return topup;
  }

  async stateOf({ reference }: Topup) {
    const [row] = await this.shop.sql<Record<string, unknown>>(
      `SELECT p.status, t.status AS line, p.charged_back_kobo::int / 100 AS charged_back,
         (SELECT count(*)::int FROM ledger_transaction WHERE idempotency_key = 'topup:' || p.reference) AS booked,
         (SELECT coalesce(sum(balance_kobo), 0)::int / 100 FROM ledger_account a
           WHERE a.user_id = p.user_id AND a.kind = 'wallet') AS naira,
         (SELECT coalesce(sum(balance_kobo), 0)::int / 100 FROM ledger_account a
           WHERE a.user_id = p.user_id AND a.kind = 'receivable') AS owed
       FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
      [reference],
    );
    return row!;
  }

  async refundsOf({ paymentId }: Topup) {
    return this.shop.sql<{
      id: number;
      reference: string;
      status: string;
      naira: number;
      provider_note: string | null;
      open: boolean;
      wait: number;
    }>(
      `SELECT id, reference, status, amount_kobo::int / 100 AS naira, provider_note,
         next_check_at IS NOT NULL AS open,
         extract(epoch FROM next_check_at - $2::timestamptz)::float AS wait
       FROM payment_refund WHERE payment_id = $1 ORDER BY id`,
      [paymentId, this.shop.clock.now()],
    );
  }

  /** Seconds until the payment's first refund is asked about. */
  async waitOf(topup: Topup): Promise<number> {
    const [refund] = await this.refundsOf(topup);
    return refund!.wait;
  }

  async advance(topup: Topup): Promise<void> {
    for (const { id } of await this.refundsOf(topup))
      await this.shop.module.get(RefundService).advance(id);
  }

  /** Refunds the simulated Korapay has made of a charge. */
  async refundedAtProvider({ reference }: Topup): Promise<number> {
    const [row] = await this.shop.sql<{ count: number }>(
      'SELECT count(*)::int FROM sandbox.refund WHERE charge_reference = $1',
      [reference],
    );
    return row!.count;
  }

  /** Takes money out of a wallet as a purchase does, with no order behind it. */
  async spend(userId: number, naira: number): Promise<void> {
    const reference = `SPEND-${(serial += 1)}`;
    await this.shop.uow.run(() =>
      this.shop.module.get(WalletService, { strict: false }).charge(
        {
          userId,
          reference,
          type: 'debit',
          purpose: 'purchase',
          amount: Money.naira(naira),
          description: 'Something',
        },
        { idempotencyKey: reference, kind: 'purchase', against: 'revenue' },
      ),
    );
  }

  /** What was taken back from a customer, as statement and books have it. */
  takenOf({ user }: Topup) {
    return this.shop.sql(
      `SELECT w.reference, w.description, w.payment_method, w.metadata, t.kind,
         t.idempotency_key AS key
       FROM wallet_transaction w JOIN ledger_transaction t ON t.id = w.ledger_transaction_id
       WHERE w.user_id = $1 AND w.purpose = 'chargeback' ORDER BY w.id`,
      [user],
    );
  }

  async auditOf({ paymentId }: Topup) {
    const rows = await this.shop.sql<{ line: string }>(
      `SELECT action || ' by ' || actor_name AS line FROM audit_log WHERE target = $1 ORDER BY id`,
      [`payment:${paymentId}`],
    );
    return rows.map(({ line }) => line);
  }

  /** What the newest audit row of an action says. */
  async detailsOf({ paymentId }: Topup, action: string): Promise<string | undefined> {
    const [row] = await this.shop.sql<{ details: string }>(
      'SELECT details FROM audit_log WHERE target = $1 AND action = $2 ORDER BY id DESC LIMIT 1',
      [`payment:${paymentId}`, action],
    );
    return row?.details;
  }

  async changesOf({ paymentId }: Topup, action: string): Promise<unknown> {
    const [row] = await this.shop.sql<{ changes: unknown }>(
      'SELECT changes FROM audit_log WHERE target = $1 AND action = $2 ORDER BY id DESC LIMIT 1',
      [`payment:${paymentId}`, action],
    );
    return row?.changes;
  }

  /** What the admins would be alerted to about payments now. */
  async troubles(): Promise<string[]> {
    const found = await new AlertConditionQueries(this.shop.uow).find();
    return found.map(({ kind }) => kind).filter((kind) => kind !== 'audit_chain_behind');
  }

  close(): Promise<void> {
    return this.shop.close();
  }
}

/** Outcomes of calls made at the same moment, as how many went through and which codes the others got. */
export async function together(calls: (() => Promise<unknown>)[]) {
  const outcomes = await Promise.allSettled(calls.map((call) => call()));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  return {
    done: outcomes.length - refused.length,
    codes: [...new Set(refused.map(({ reason }) => (reason as { code?: string }).code))].sort(),
  };
}
