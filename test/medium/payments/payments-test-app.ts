import { createHmac } from 'node:crypto';
import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import type { Actor } from '../../../src/common/security/actor';
import { Money } from '../../../src/common/money/money';
import { KorapayClientOptions } from '../../../src/payments/korapay/korapay.client';
import {
  PaymentNoticesProcessor,
  PaymentsProcessor,
} from '../../../src/payments/payments-jobs.module';
import { RefundService } from '../../../src/payments/refunds/refund.service';
import { ChargebackService } from '../../../src/payments/reversals/chargeback.service';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { SettlementService } from '../../../src/payments/settlement/settlement.service';
import type { QueueJob } from '../../../src/queue/job-catalog';
import { WalletService } from '../../../src/wallet/wallet.service';
import { expectInvariantsToHold } from '../../support/integrity';
import { eventually, openSandboxApp, toActor, type SandboxApp } from '../../support/sandbox-app';
import { insertUser } from '../../support/testing-module';

export const SANDBOX_SECRET = 'sk_test_sandbox';
/** As in production, so that a busy machine causes no timeouts. */
const PROVIDER_TIMEOUT_MS = 20_000;
const SHORT_TIMEOUT_MS = 1000;
let serial = 0;

export interface Topup {
  readonly user: number;
  readonly reference: string;
  readonly paymentId: number;
}

type Body = Record<string, unknown>;
type Job = QueueJob<'payments'> | QueueJob<'payment-notices'>;

/** The payments module with the Korapay simulator and helpers for staff actions. */
export class PaymentsTestApp {
  sandbox: SandboxApp;
  admin: Actor;

  static async open(via?: (databaseUrl: string) => Promise<string>): Promise<PaymentsTestApp> {
    const app = new PaymentsTestApp();
    await app.start(via);
    return app;
  }

  async start(via?: (databaseUrl: string) => Promise<string>): Promise<void> {
    this.sandbox = await openSandboxApp(PROVIDER_TIMEOUT_MS, via);
    const staff = { name: 'Ngozi', email: 'ngozi@example.com', role: 'admin' } as const;
    this.admin = { ...toActor(await this.insertUser()), ...staff };
  }

  /** Resets clock and simulator. */
  async reset(): Promise<void> {
    this.clock.reset();
    await this.clearFaults();
  }

  get<T>(type: abstract new (...args: never[]) => T): T {
    return this.sandbox.module.get(type, { strict: false });
  }

  get chargebacks(): ChargebackService {
    return this.get(ChargebackService);
  }

  get review(): PaymentReviewService {
    return this.get(PaymentReviewService);
  }

  get clock(): SandboxApp['clock'] {
    return this.sandbox.clock;
  }

  get url(): string {
    return this.sandbox.url;
  }

  get uow(): SandboxApp['uow'] {
    return this.sandbox.uow;
  }

  call(method: string, path: string, options?: Parameters<SandboxApp['call']>[2]) {
    return this.sandbox.call(method, path, options);
  }

  /** As the member of staff. */
  callAsStaff(method: string, path: string, body?: unknown) {
    return this.call(method, `/api/v1/admin/${path}`, { user: this.admin.userId, body });
  }

  sql<T = Body>(text: string, values?: unknown[]): Promise<T[]> {
    return this.sandbox.sql<T>(text, values);
  }

  /** The only row of a query. */
  async row<T = Body>(text: string, values?: unknown[]): Promise<T> {
    return (await this.sql<T>(text, values))[0]!;
  }

  insertUser(email?: string): Promise<number> {
    return insertUser(this.sandbox, email);
  }

  runJob<N extends Job['name']>(name: N, data: Extract<Job, { name: N }>['data']) {
    const job = { name, data } as Job;
    return job.name === 'payment-notices.process'
      ? this.get(PaymentNoticesProcessor).handle(job)
      : this.get(PaymentsProcessor).handle(job);
  }

  settle(reference: string) {
    return this.get(SettlementService).settle(reference);
  }

  injectFault(body: unknown) {
    return this.call('POST', '/sandbox/korapay/control', { body });
  }

  clearFaults() {
    return this.call('DELETE', '/sandbox/korapay/control');
  }

  /** The simulator sends no notification of the charge. */
  silence(reference: string) {
    return this.injectFault({ route: 'webhook', reference, copies: 0 });
  }

  /** Runs a call that the provider does not answer, with a short timeout. */
  async withShortTimeout<T>(work: () => Promise<T>): Promise<T> {
    const limits: { timeoutMs: number } = this.get(KorapayClientOptions);
    limits.timeoutMs = SHORT_TIMEOUT_MS;
    try {
      return await work();
    } finally {
      limits.timeoutMs = PROVIDER_TIMEOUT_MS;
    }
  }

  /** Body of a top-up request with a unique reference. */
  buildTopup(over: Body = {}) {
    return {
      amount: 5000,
      currency: 'NGN',
      email: 'someone.else@example.com',
      reference: `TOPUP-${Date.now()}-${(serial += 1)}`,
      callback_url: `${this.url}/wallet?status=success`,
      metadata: { user_id: 999, purpose: 'wallet_topup', amount: 5000 },
      ...over,
    };
  }

  initialize(body: unknown, user: number, headers: Record<string, string> = {}) {
    return this.call('POST', '/api/v1/payments/initialize-topup', { user, body, headers });
  }

  /** Calls the verify endpoint as the customer. */
  verify(reference: string, user: number) {
    return this.call('GET', `/api/v1/payments/verify?reference=${reference}`, { user });
  }

  /** @param silent suppresses the notifications of the simulator. */
  async startTopup(
    naira = 5000,
    silent = true,
    { user: customer, ...over }: Body & { user?: number } = {},
  ): Promise<Topup> {
    const user = customer ?? (await this.insertUser());
    const body = this.buildTopup({ amount: naira, ...over });
    const { reference } = body;
    if (silent) await this.silence(reference);
    const { status } = await this.initialize(body, user);
    if (status !== 200) throw new Error(`A top-up could not be started: ${status}`);
    const { id } = await this.getPayment(reference);
    return { user, reference, paymentId: id as number };
  }

  /** Waits for the charge, which the simulator may store after its client has timed out. */
  setChargeOutcome(reference: string, outcome = 'success') {
    const body = { outcome };
    return eventually(
      () => this.call('POST', `/sandbox/korapay/control/charges/${reference}`, { body }),
      ({ status }) => status !== 404,
    );
  }

  async pay({ reference }: Pick<Topup, 'reference'>): Promise<void> {
    await this.setChargeOutcome(reference);
    await this.settle(reference);
  }

  /** Creates a paid and credited top-up. */
  async createCredited(naira = 5000, silent = true): Promise<Topup> {
    const topup = await this.startTopup(naira, silent);
    await this.pay(topup);
    return topup;
  }

  /** Creates a top-up that the provider reports as paid with another amount. */
  async createInReview(naira = 5000, data: Body = { amount: '4000.00' }): Promise<Topup> {
    const topup = await this.startTopup(naira);
    const { reference } = topup;
    await this.injectFault({ route: 'find', reference, times: 1, data });
    await this.pay(topup);
    return topup;
  }

  /** A payment with its wallet transaction and ledger state, if it exists. */
  getPayment(payment: string | Topup): Promise<Body> {
    return this.row(
      `SELECT p.id, p.status, p.checkout_url, p.reason, p.next_check_at, p.expires_at, p.provider, p.checks, p.settled_at,
         p.provider_status, p.paid_kobo, p.fee_kobo, p.provider_payload, p.charged_back_kobo::int / 100 AS charged_back,
         t.status AS line, t.metadata, t.type, t.purpose, t.description, t.payment_method,
         (SELECT count(*)::int FROM ledger_transaction WHERE idempotency_key = 'topup:' || p.reference) AS booked,
         (SELECT coalesce(sum(balance_kobo), 0)::int / 100 FROM ledger_account a
           WHERE a.user_id = p.user_id AND a.kind = 'wallet') AS naira,
         (SELECT coalesce(sum(balance_kobo), 0)::int / 100 FROM ledger_account a
           WHERE a.user_id = p.user_id AND a.kind = 'receivable') AS owed
       FROM payment p JOIN wallet_transaction t ON t.id = p.transaction_id WHERE p.reference = $1`,
      [typeof payment === 'string' ? payment : payment.reference],
    );
  }

  /** Delays in ms of the payment's waiting settlement jobs. */
  async findCheckDelays(reference: string): Promise<number[]> {
    const rows = await eventually(
      () =>
        this.sql<{ delay: number }>(
          `SELECT j.delay_ms::int AS delay FROM bullmq.job j
           JOIN payment p ON p.id = (j.data::jsonb ->> 'paymentId')::int
           WHERE j.name = 'payments.verify-payment' AND p.reference = $1`,
          [reference],
        ),
      (jobs) => jobs.length > 0,
    );
    return rows.map(({ delay }) => delay);
  }

  findRefunds({ paymentId }: Topup) {
    return this.sql<{ id: number; reference: string; status: string; wait: number }>(
      `SELECT id, reference, status, amount_kobo::int / 100 AS naira, provider_note,
         next_check_at IS NOT NULL AS open,
         extract(epoch FROM next_check_at - $2::timestamptz)::float AS wait
       FROM payment_refund WHERE payment_id = $1 ORDER BY id`,
      [paymentId, this.clock.now()],
    );
  }

  async advanceRefunds(topup: Topup): Promise<void> {
    for (const { id } of await this.findRefunds(topup)) await this.get(RefundService).advance(id);
  }

  /** Refunds of a charge in the Korapay simulator. */
  async countProviderRefunds({ reference }: Topup): Promise<number> {
    const found = await this.row<{ count: number }>(
      'SELECT count(*)::int FROM sandbox.refund WHERE charge_reference = $1',
      [reference],
    );
    return found.count;
  }

  /** Debits a wallet like a purchase, without an order. */
  async spend(userId: number, naira: number): Promise<void> {
    const reference = `SPEND-${(serial += 1)}`;
    await this.uow.run(() =>
      this.get(WalletService).charge(
        {
          ...{ userId, reference, type: 'debit', purpose: 'purchase' },
          ...{ amount: Money.naira(naira), description: 'Something' },
        },
        { idempotencyKey: reference, kind: 'purchase', against: 'revenue' },
      ),
    );
  }

  /** Clawbacks of a customer on the statement and in the ledger. */
  findClawbacks({ user }: Topup) {
    return this.sql(
      `SELECT w.reference, w.description, w.payment_method, w.metadata, t.kind,
         t.idempotency_key AS key
       FROM wallet_transaction w JOIN ledger_transaction t ON t.id = w.ledger_transaction_id
       WHERE w.user_id = $1 AND w.purpose = 'chargeback' ORDER BY w.id`,
      [user],
    );
  }

  /** Posts to the webhook as the provider does. */
  async postWebhook(body: string, signature?: string) {
    const response = await fetch(`${this.url}/api/v1/payments/webhook/korapay`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'x-korapay-signature': signature }),
      },
      body,
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** Sends a notification that is signed with the key. */
  sendWebhook(event: string, data: Body, secret = SANDBOX_SECRET) {
    return this.postWebhook(JSON.stringify({ event, data }), sign(data, secret));
  }

  async notify(event: string, data: Body): Promise<void> {
    const { status } = await this.sendWebhook(event, data);
    if (status !== 200) throw new Error(`A notification was refused: ${status}`);
  }

  /** Processes the notifications that are not processed yet. */
  async processWebhooks(): Promise<void> {
    const rows = await this.sql<{ id: number }>(
      'SELECT id FROM payment_webhook WHERE processed_at IS NULL ORDER BY id',
    );
    for (const { id } of rows) await this.runJob('payments.process-webhook', { webhookId: id });
  }

  findChargebacks({ paymentId }: Topup) {
    return this.sql<{ id: number; naira: number; won: boolean }>(
      `SELECT id, amount_kobo::int / 100 AS naira, won_at IS NOT NULL AS won
       FROM payment_chargeback WHERE payment_id = $1 ORDER BY id`,
      [paymentId],
    );
  }

  /** Audit rows of a payment, oldest first. */
  findAuditTrail(reference: string) {
    return this.sql<{ action: string; actor_name: string; details: string }>(
      `SELECT a.action, a.actor_name, a.details FROM audit_log a
       JOIN payment p ON a.target = 'payment:' || p.id WHERE p.reference = $1 ORDER BY a.id`,
      [reference],
    );
  }

  async findAuditActions(reference: string): Promise<string[]> {
    return (await this.findAuditTrail(reference)).map(({ action }) => action);
  }

  async findAuditLines({ reference }: Topup): Promise<string[]> {
    const rows = await this.findAuditTrail(reference);
    return rows.map(({ action, actor_name: actor }) => `${action} by ${actor}`);
  }

  async getAuditDetails(topup: Topup, action: string): Promise<string | undefined> {
    return (await this.findAudit(topup, action))?.details;
  }

  /** Values before and after, without the marks of amounts. */
  async getAuditChanges(topup: Topup, action: string): Promise<unknown> {
    return (await this.findAudit(topup, action))?.changes;
  }

  private findAudit({ paymentId }: Topup, action: string) {
    return this.row<{ details: string; changes: unknown } | undefined>(
      `SELECT details, changes - 'money' AS changes FROM audit_log WHERE target = $1 AND action = $2
       ORDER BY id DESC LIMIT 1`,
      [`payment:${paymentId}`, action],
    );
  }

  /** Open alert conditions about payments. */
  async findAlerts(): Promise<string[]> {
    const found = await new AlertConditionQueries(this.uow).find();
    return found.map(({ kind }) => kind).filter((kind) => kind !== 'audit_chain_behind');
  }
}

/** The provider's signature of a notification's data. */
export const sign = (data: unknown, secret = SANDBOX_SECRET): string =>
  createHmac('sha256', secret).update(JSON.stringify(data)).digest('hex');

/**
 * A PaymentsTestApp that is opened for the spec file, or for each case, and whose ledger invariants are checked before it is
 * closed.
 * @param per `file` is faster; `case` is for tests that compare the whole database.
 * @param except invariants that the fixtures of the cases violate.
 */
export function usePaymentsTestApp({
  per = 'file',
  except,
}: { per?: 'file' | 'case'; except?: string } = {}): PaymentsTestApp {
  const app = new PaymentsTestApp();
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(() => app.start());
  afterEach(() => app.reset());
  expectInvariantsToHold(() => app.sandbox, { except, per });
  after(() => app.sandbox.close());
  return app;
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
