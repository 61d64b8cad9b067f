import { createHmac } from 'node:crypto';
import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import type { Actor } from '../../../src/common/security/actor';
import { PaymentsProcessor } from '../../../src/payments/payments-jobs.module';
import { RefundService } from '../../../src/payments/refunds/refund.service';
import { Money } from '../../../src/common/money/money';
import { WalletService } from '../../../src/wallet/wallet.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import { insertUser } from '../../support/testing-module';
import { openSandboxApp, type SandboxApp } from '../../support/sandbox-app';
import { PROVIDER_TIMEOUT_MS } from './timeouts';

export const SANDBOX_SECRET = 'sk_test_sandbox';
let serial = 0;

export interface Topup {
  readonly user: number;
  readonly reference: string;
  readonly paymentId: number;
}

/** The payments module with the Korapay simulator and helpers for staff actions. */
export class PaymentsTestApp {
  admin: Actor;

  private constructor(readonly sandbox: SandboxApp) {}

  static async open(
    korapayTimeoutMs = PROVIDER_TIMEOUT_MS,
    via?: (databaseUrl: string) => Promise<string>,
  ): Promise<PaymentsTestApp> {
    const testApp = new PaymentsTestApp(await openSandboxApp(korapayTimeoutMs, via));
    const userId = await insertUser(testApp.sandbox);
    testApp.admin = {
      userId,
      name: 'Ngozi',
      email: 'ngozi@example.com',
      role: 'admin',
      sessionId: 'test',
      ip: '127.0.0.1',
      userAgent: 'test',
    };
    return testApp;
  }

  /** Resets clock and simulator. */
  async reset(): Promise<void> {
    this.sandbox.clock.reset();
    await this.sandbox.call('DELETE', '/sandbox/korapay/control');
  }

  injectFault(body: unknown) {
    return this.sandbox.call('POST', '/sandbox/korapay/control', { body });
  }

  /** @param silent suppresses the notifications of the simulator. */
  async startTopup(naira = 5000, silent = true): Promise<Topup> {
    const user = await insertUser(this.sandbox);
    const reference = `TEST-${Date.now()}-${(serial += 1)}`;
    if (silent) await this.injectFault({ route: 'webhook', reference, copies: 0 });
    const { status } = await this.sandbox.call('POST', '/api/v1/payments/initialize-topup', {
      user,
      body: { amount: naira, reference, callback_url: `${this.sandbox.url}/wallet` },
    });
    if (status !== 200) throw new Error(`A top-up could not be started: ${status}`);
    const [row] = await this.sandbox.sql<{ id: number }>(
      'SELECT id FROM payment WHERE reference = $1',
      [reference],
    );
    return { user, reference, paymentId: row!.id };
  }

  setChargeOutcome(reference: string, outcome = 'success') {
    return this.sandbox.call('POST', `/sandbox/korapay/control/charges/${reference}`, {
      body: { outcome },
    });
  }

  /** Creates a paid and credited top-up. */
  async createCredited(naira = 5000, silent = true): Promise<Topup> {
    const topup = await this.startTopup(naira, silent);
    await this.setChargeOutcome(topup.reference);
    await this.sandbox.module.get(SettlementService).settle(topup.reference);
    return topup;
  }

  /** Creates a top-up that the provider reports as paid with another amount. */
  async createInReview(naira = 5000, chargeData: Record<string, unknown> = { amount: '4000.00' }) {
    const topup = await this.startTopup(naira);
    await this.setChargeOutcome(topup.reference);
    await this.injectFault({
      route: 'find',
      reference: topup.reference,
      times: 1,
      data: chargeData,
    });
    await this.sandbox.module.get(SettlementService).settle(topup.reference);
    return topup;
  }

  async getState({ reference }: Topup) {
    const [row] = await this.sandbox.sql<Record<string, unknown>>(
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

  async findRefunds({ paymentId }: Topup) {
    return this.sandbox.sql<{
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
      [paymentId, this.sandbox.clock.now()],
    );
  }

  /** Seconds until the lookup of the payment's first refund. */
  async getRefundDelay(topup: Topup): Promise<number> {
    const [refund] = await this.findRefunds(topup);
    return refund!.wait;
  }

  async advanceRefunds(topup: Topup): Promise<void> {
    for (const { id } of await this.findRefunds(topup))
      await this.sandbox.module.get(RefundService).advance(id);
  }

  /** Refunds of a charge in the Korapay simulator. */
  async countProviderRefunds({ reference }: Topup): Promise<number> {
    const [row] = await this.sandbox.sql<{ count: number }>(
      'SELECT count(*)::int FROM sandbox.refund WHERE charge_reference = $1',
      [reference],
    );
    return row!.count;
  }

  /** Debits a wallet like a purchase, without an order. */
  async spend(userId: number, naira: number): Promise<void> {
    const reference = `SPEND-${(serial += 1)}`;
    await this.sandbox.uow.run(() =>
      this.sandbox.module.get(WalletService, { strict: false }).charge(
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

  /** Clawbacks of a customer on the statement and in the ledger. */
  findClawbacks({ user }: Topup) {
    return this.sandbox.sql(
      `SELECT w.reference, w.description, w.payment_method, w.metadata, t.kind,
         t.idempotency_key AS key
       FROM wallet_transaction w JOIN ledger_transaction t ON t.id = w.ledger_transaction_id
       WHERE w.user_id = $1 AND w.purpose = 'chargeback' ORDER BY w.id`,
      [user],
    );
  }

  /** Postings of a payment that moved no wallet: kind, account other than clearing, and the sum owed by the provider. */
  async findSystemPostings({ reference }: Topup): Promise<string[]> {
    const rows = await this.sandbox.sql<{ line: string }>(
      `SELECT t.kind || ' ' || a.code || ' ' || e.amount_kobo::int / 100.0 AS line
       FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
       JOIN ledger_account a ON a.id = e.account_id AND a.kind = 'system' AND a.code <> 'korapay_clearing'
       WHERE t.reference = $1 ORDER BY t.id`,
      [reference],
    );
    return rows.map(({ line }) => line.replace(/\.?0+$/, ''));
  }

  /** Sends a signed notification. */
  async notify(event: string, data: Record<string, unknown>): Promise<void> {
    const signed = JSON.stringify(data);
    const signature = createHmac('sha256', SANDBOX_SECRET).update(signed).digest('hex');
    const response = await fetch(`${this.sandbox.url}/api/v1/payments/webhook/korapay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-korapay-signature': signature },
      body: JSON.stringify({ event, data }),
    });
    if (response.status !== 200) throw new Error(`A notification was refused: ${response.status}`);
  }

  /** Processes the notifications that are not processed yet. */
  async processWebhooks(): Promise<void> {
    const rows = await this.sandbox.sql<{ id: number }>(
      'SELECT id FROM payment_webhook WHERE processed_at IS NULL ORDER BY id',
    );
    for (const { id } of rows)
      await this.sandbox.module
        .get(PaymentsProcessor)
        .handle({ name: 'payments.process-webhook', data: { webhookId: id } });
  }

  findChargebacks({ paymentId }: Topup) {
    return this.sandbox.sql<{ id: number; naira: number; won: boolean }>(
      `SELECT id, amount_kobo::int / 100 AS naira, won_at IS NOT NULL AS won
       FROM payment_chargeback WHERE payment_id = $1 ORDER BY id`,
      [paymentId],
    );
  }

  async findAuditLines({ paymentId }: Topup) {
    const rows = await this.sandbox.sql<{ line: string }>(
      `SELECT action || ' by ' || actor_name AS line FROM audit_log WHERE target = $1 ORDER BY id`,
      [`payment:${paymentId}`],
    );
    return rows.map(({ line }) => line);
  }

  /** Details of the newest audit row of an action. */
  async getAuditDetails({ paymentId }: Topup, action: string): Promise<string | undefined> {
    const [row] = await this.sandbox.sql<{ details: string }>(
      'SELECT details FROM audit_log WHERE target = $1 AND action = $2 ORDER BY id DESC LIMIT 1',
      [`payment:${paymentId}`, action],
    );
    return row?.details;
  }

  /** Values before and after, without the marks of amounts. */
  async getAuditChanges({ paymentId }: Topup, action: string): Promise<unknown> {
    const [row] = await this.sandbox.sql<{ changes: unknown }>(
      `SELECT changes - 'money' AS changes FROM audit_log WHERE target = $1 AND action = $2
       ORDER BY id DESC LIMIT 1`,
      [`payment:${paymentId}`, action],
    );
    return row?.changes;
  }

  /** Open alert conditions about payments. */
  async findAlerts(): Promise<string[]> {
    const found = await new AlertConditionQueries(this.sandbox.uow).find();
    return found.map(({ kind }) => kind).filter((kind) => kind !== 'audit_chain_behind');
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}

/** Counts the successful ones of concurrent calls and lists the error codes of the others. */
export async function runConcurrently(calls: (() => Promise<unknown>)[]) {
  const outcomes = await Promise.allSettled(calls.map((call) => call()));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  return {
    done: outcomes.length - refused.length,
    codes: [...new Set(refused.map(({ reason }) => (reason as { code?: string }).code))].sort(),
  };
}
