import { Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import type { Actor, ClientInfo } from '../../common/security/actor';
import { Clock, DAY, MINUTE } from '../../common/time/clock';
import { deleteInBatches } from '../../database/batch-delete';
import { DatabaseClock } from '../../database/database-clock';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { SettingsService } from '../../settings/settings.service';
import { KorapayService } from '../korapay/korapay.service';
import type { WebhookVerification } from '../korapay/korapay.types';
import { TransfersService } from '../naira-accounts/transfers.service';
import { MISSING_IS_FINAL_AFTER } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import { invalidSignature, noParkedNotices, webhookTooLarge } from '../payments.errors';
import { ReversalWebhookService } from '../reversals/reversal-webhook.service';
import { SettlementService } from '../settlement/settlement.service';
import { PaymentWebhook } from './payment-webhook.entity';

const MAX_BYTES = 64 * 1024;
/** Tries of a notification over about twelve hours. */
const MAX_ATTEMPTS = 20;
/** Well beyond the period in which a bank may dispute a payment. */
const RETENTION = 400 * DAY;
/** References that the audit log names. */
const MAX_NAMED = 20;

const UPSERT = prepareStatement(
  'payment-webhook.upsert',
  `INSERT INTO payment_webhook (provider, body_hash, event, reference, naira_account, payload)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (body_hash) DO UPDATE SET deliveries = payment_webhook.deliveries + 1
   RETURNING id`,
);

/** Stores the provider's notifications, acknowledges them at once and processes them in a job. */
@Injectable()
export class PaymentWebhookService {
  private readonly logger = new Logger(PaymentWebhookService.name);
  private nextRefusalReportAt = 0;
  private unreportedRefusals = 0;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly processClock: Clock,
    private readonly settings: SettingsService,
    private readonly provider: KorapayService,
    private readonly payments: PaymentRepository,
    private readonly settlement: SettlementService,
    private readonly transfers: TransfersService,
    private readonly reversals: ReversalWebhookService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  async receive(
    client: ClientInfo,
    rawBody: Buffer | undefined,
    signature: string | undefined,
  ): Promise<void> {
    if (rawBody && rawBody.length > MAX_BYTES) throw webhookTooLarge();
    const settings = await this.settings.current();
    const secrets = [settings.korapaySecretKey, settings.previousKorapaySecretKey];
    const verified = this.provider.verifyWebhook(
      rawBody ?? Buffer.alloc(0),
      signature,
      secrets.filter((secret) => secret !== null),
    );
    if (verified.outcome === 'refused') {
      await this.recordRefusal(client, verified.reason);
      throw invalidSignature();
    }
    await this.store(verified);
    crashPoint('webhook.before-ack');
  }

  /** Repeated deliveries share one row and one job. */
  private async store(
    verified: Extract<WebhookVerification, { outcome: 'verified' }>,
  ): Promise<void> {
    const reference = await this.findKnownReference(verified.references);
    await this.uow.run(async () => {
      const { rows } = await this.uow.executeInTransaction<{ id: number }>(UPSERT, [
        this.provider.name,
        verified.fingerprint,
        verified.event,
        reference,
        verified.nairaAccount,
        JSON.stringify(verified.payload),
      ]);
      const webhookId = rows[0]!.id;
      await this.uow.afterCommit(() => {
        crashPoint('webhook.before-enqueue');
        return this.jobs.add('payment-notices.process', { webhookId }, { key: String(webhookId) });
      });
    });
  }

  private async findKnownReference(references: readonly string[]): Promise<string> {
    for (const reference of references)
      if (await this.payments.findByReference(reference)) return reference;
    return references[0] ?? '';
  }

  /**
   * Audits notifications with an invalid signature: the first at once, then at most one row per minute and
   * process with a count, so that a flood cannot fill the audit log.
   */
  private async recordRefusal(client: ClientInfo, reason: string): Promise<void> {
    const now = this.processClock.now().getTime();
    this.unreportedRefusals += 1;
    if (now < this.nextRefusalReportAt) return;
    const count = this.unreportedRefusals;
    this.unreportedRefusals = 0;
    this.nextRefusalReportAt = now + MINUTE;
    this.logger.warn({ ip: client.ip, reason, count }, 'Payment notification refused');
    await this.uow.run(() =>
      this.audit.record(client, {
        action: 'payment.webhook_refused',
        target: 'payments:webhook',
        details: `${count} payment notification(s) refused since the last such row; this one: ${reason}`,
      }),
    );
  }

  /**
   * Settles the notification's payment, which a transfer to a naira account becomes here; any other
   * unknown reference is ignored. A notification without a result is tried again by the sweep, ever
   * more rarely, and in the end parked for staff.
   */
  async process(webhookId: number): Promise<void> {
    const webhook = await this.uow.manager.findOneBy(PaymentWebhook, { id: webhookId });
    if (!webhook) return;
    const failure = await this.tryProcess(webhook);
    const now = await this.clock.now();
    if (failure !== null) return this.recordFailedAttempt(webhookId, failure, now);
    const unprocessed = { id: webhookId, processedAt: IsNull() };
    const processed = { processedAt: now, parkedAt: null, lastError: null };
    await this.uow.manager.update(PaymentWebhook, unprocessed, processed);
  }

  /** @returns why it has no result, null when it has one. */
  private async tryProcess(webhook: PaymentWebhook): Promise<string | null> {
    try {
      if (webhook.nairaAccount !== null) {
        const adoption = await this.transfers.adopt(webhook.reference, webhook.nairaAccount);
        if (adoption === 'missing' && !(await this.isMissingFinal(webhook)))
          return 'The card provider does not know this charge yet';
      }
      // The payment's own `next_check_at` covers an inconclusive lookup.
      await this.settlement.settle(webhook.reference);
      return (await this.reversals.handle(webhook))
        ? null
        : 'The card provider gave no answer about this refund';
    } catch (error) {
      this.logger.error({ err: error, webhookId: webhook.id }, 'A notification was not processed');
      return (error instanceof Error ? error.message : String(error)).slice(0, 500);
    }
  }

  /** The provider may announce a transfer before its lookup returns the charge. */
  private async isMissingFinal({ receivedAt }: PaymentWebhook): Promise<boolean> {
    return receivedAt <= (await this.clock.in(-MISSING_IS_FINAL_AFTER));
  }

  /**
   * Schedules the next try, after ten seconds to an hour; after the last one parks the notification.
   */
  private async recordFailedAttempt(id: number, reason: string, at: Date): Promise<void> {
    await this.uow.manager.query(
      `UPDATE payment_webhook SET attempts = attempts + 1, last_error = $2,
         next_attempt_at = $3::timestamptz + make_interval(secs => least(10 * 2 ^ least(attempts, 10), 3600)),
         parked_at = CASE WHEN attempts + 1 >= $4::int THEN $3::timestamptz END
       WHERE id = $1 AND processed_at IS NULL AND parked_at IS NULL`,
      [id, reason, at, MAX_ATTEMPTS],
    );
  }

  /** Leases unprocessed notifications received before `before` that are due for a try, longest due first. */
  async claimDue(before: Date, now: Date, leaseUntil: Date, limit: number): Promise<number[]> {
    const [rows] = await this.uow.manager.query<[{ id: number }[], number]>(
      `UPDATE payment_webhook SET next_attempt_at = $3
       WHERE id IN (SELECT id FROM payment_webhook
                    WHERE processed_at IS NULL AND parked_at IS NULL AND received_at < $1 AND next_attempt_at <= $2
                    ORDER BY next_attempt_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
       RETURNING id`,
      [before, now, leaseUntil, limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * For staff: has the sweep try parked notifications again, or closes them without a result.
   * @param id all of them when null.
   */
  handleParked(
    actor: Actor,
    action: 'retry' | 'dismiss',
    reason: string,
    id: number | null = null,
  ): Promise<void> {
    return this.uow.run(async () => {
      const change =
        action === 'retry' ? 'attempts = 0, next_attempt_at = now()' : 'processed_at = now()';
      const [rows] = await this.uow.requireTransaction().query<[{ reference: string }[], number]>(
        `UPDATE payment_webhook SET parked_at = NULL, ${change}
         WHERE parked_at IS NOT NULL AND ($1::int IS NULL OR id = $1) RETURNING reference`,
        [id],
      );
      if (!rows.length) throw noParkedNotices();
      const references = [...new Set(rows.map(({ reference }) => reference))];
      const named = references.slice(0, MAX_NAMED).join(', ');
      await this.audit.record(actor, {
        action: 'payment.notices_handled',
        target: 'payments',
        details: `${action === 'retry' ? 'Retried' : 'Dismissed'} the parked notifications of the card provider (${rows.length}: ${named}). ${reason}`,
      });
    });
  }

  /** Deletes processed notifications after the retention period. */
  async deleteExpired(): Promise<void> {
    const before = await this.clock.in(-RETENTION);
    return deleteInBatches(async (limit) => {
      const [, deleted] = await this.uow.manager.query<[unknown, number]>(
        `DELETE FROM payment_webhook WHERE id IN (
           SELECT id FROM payment_webhook WHERE processed_at < $1 LIMIT $2)`,
        [before, limit],
      );
      return deleted;
    });
  }
}
