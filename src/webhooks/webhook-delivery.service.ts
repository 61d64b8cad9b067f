import { createHmac } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { AuditService } from '../audit/audit.service';
import { crashPoint } from '../common/crash-point';
import { decrypt } from '../common/crypto/secrets';
import { HOUR, MINUTE, SECOND } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { MailService } from '../mail/mail.service';
import { JobQueue } from '../queue/job-queue';
import { UsersService } from '../users/users.service';
import { webhookContext } from './webhooks.encrypted-columns';
import { WebhookClient } from './webhook-client';

/**
 * The header `Webhook-Signature`: `t=<Unix seconds>,v1=<hex>`, where v1 is HMAC-SHA256 over `<t>.<body>`. During the
 * overlap of a rotation there is a v1 for each secret.
 */
export function signBody(secrets: readonly string[], body: string, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
  );
  return [`t=${timestamp}`, ...signatures].join(',');
}

/** A delivery that this process has leased. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly userId: number;
  readonly url: string;
  readonly secretEncrypted: string;
  /** Null unless it still signs. */
  readonly previousSecretEncrypted: string | null;
  /** With this one. */
  readonly attempts: number;
  readonly eventId: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly createdAt: Date;
}

export interface AttemptOutcome {
  readonly status: number | null;
  readonly error: string | null;
}

/** Webhooks of an owner who has not confirmed them after a reset of the password wait, and so do their deliveries. */
const DELIVERABLE = `w.enabled AND NOT EXISTS (SELECT FROM users u WHERE u.id = w.user_id AND w.created_at < u.review_since)`;

/** SQL: claims join three tables. All times are the database's. */
@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Webhooks that have something due. */
  async findDue(limit: number): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT DISTINCT w.id FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id
       WHERE d.status = 'pending' AND d.next_attempt_at <= now() AND ${DELIVERABLE} LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Leases the oldest due delivery of a webhook.
   * @param leaseSeconds after which it is due again unless its outcome was recorded.
   */
  async claim(webhookId: number, leaseSeconds: number): Promise<ClaimedDelivery | undefined> {
    const [rows] = await this.uow.manager.query<[ClaimedDelivery[], number]>(
      `UPDATE webhook_delivery d
       SET attempts = d.attempts + 1, last_attempt_at = now(), next_attempt_at = now() + make_interval(secs => $2)
       FROM webhook w, webhook_event e
       WHERE d.id = (SELECT id FROM webhook_delivery
                     WHERE webhook_id = $1 AND status = 'pending' AND next_attempt_at <= now()
                     ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
         AND w.id = d.webhook_id AND ${DELIVERABLE} AND e.id = d.event_id
       RETURNING d.id, d.webhook_id AS "webhookId", w.user_id AS "userId", w.url, d.attempts,
         w.secret_encrypted AS "secretEncrypted",
         CASE WHEN w.previous_secret_until > now() THEN w.previous_secret_encrypted END AS "previousSecretEncrypted",
         e.id AS "eventId", e.type, e.data, e.created_at AS "createdAt"`,
      [webhookId, leaseSeconds],
    );
    return rows[0];
  }

  /** @param attempts of the claim: a later one, or a redelivery, has its own outcome. */
  async markDelivered({ id, webhookId, attempts }: ClaimedDelivery, status: number | null) {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `UPDATE webhook_delivery SET status = 'delivered', response_status = $3, last_error = NULL, next_attempt_at = NULL
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempts, status],
    );
    await manager.query(`UPDATE webhook SET failures = 0 WHERE id = $1 AND failures > 0`, [
      webhookId,
    ]);
  }

  async postpone({ id, attempts }: ClaimedDelivery, outcome: AttemptOutcome, seconds: number) {
    await this.uow.requireTransaction().query(
      `UPDATE webhook_delivery
       SET response_status = $3, last_error = $4, next_attempt_at = now() + make_interval(secs => $5)
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempts, outcome.status, outcome.error, seconds],
    );
  }

  /** Gives a delivery up. @returns how many in a row; undefined when it was not this attempt's any more. */
  async giveUp(
    { id, attempts }: ClaimedDelivery,
    outcome: AttemptOutcome,
  ): Promise<number | undefined> {
    const [rows] = await this.uow.requireTransaction().query<[{ failures: number }[], number]>(
      `WITH failed AS (
         UPDATE webhook_delivery
         SET status = 'failed', response_status = $3, last_error = $4, next_attempt_at = NULL
         WHERE id = $1 AND attempts = $2 AND status = 'pending' RETURNING webhook_id)
       UPDATE webhook w SET failures = w.failures + 1 FROM failed WHERE w.id = failed.webhook_id
       RETURNING w.failures`,
      [id, attempts, outcome.status, outcome.error],
    );
    return rows[0]?.failures;
  }

  /** @returns false when it is off already. */
  async disable(webhookId: number, reason: string): Promise<boolean> {
    const [, updated] = await this.uow
      .requireTransaction()
      .query<[unknown[], number]>(
        `UPDATE webhook SET enabled = false, disabled_reason = $2 WHERE id = $1 AND enabled`,
        [webhookId, reason],
      );
    return updated === 1;
  }

  /** Deletes up to `limit` old events with their deliveries. @returns how many. */
  async deleteBefore(days: number, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query<[unknown[], number]>(
      `DELETE FROM webhook_event WHERE id IN (
         SELECT id FROM webhook_event WHERE created_at < now() - make_interval(days => $1)
         ORDER BY created_at LIMIT $2)`,
      [days, limit],
    );
    return deleted;
  }
}

/** Waits after the first attempt and the following ones; then the delivery is given up. */
export const RETRY_DELAYS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
/** Deliveries given up in a row, until the webhook is switched off. */
export const MAX_FAILURES = 5;
/** Longer than the client's timeout, so that a slow attempt is not overtaken. */
const LEASE_MS = 30 * SECOND;
/** A job goes on with the next delivery for so long. */
const JOB_BUDGET_MS = 20 * SECOND;
const SWEEP_BATCH = 500;
const RETENTION_DAYS = 30;
const PURGE_BATCH = 5000;

/**
 * Delivers the outbox, at least once. One job at a time serves a webhook, so that a slow receiver delays its own events
 * only.
 */
@Injectable()
export class WebhookDeliveryService {
  private readonly logger = new Logger(WebhookDeliveryService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly repository: WebhookDeliveryRepository,
    private readonly client: WebhookClient,
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
    private readonly uow: UnitOfWork,
  ) {}

  /** Enqueues webhooks with due deliveries: new ones, postponed ones, and those that a crash left behind. */
  async sweep(): Promise<void> {
    for (const webhookId of await this.repository.findDue(SWEEP_BATCH))
      await this.jobs.add('webhooks.deliver', { webhookId }, { key: String(webhookId) });
  }

  /** Attempts what is due of one webhook, oldest first. */
  async deliverDue(webhookId: number): Promise<void> {
    const end = Date.now() + JOB_BUDGET_MS;
    do {
      const delivery = await this.repository.claim(webhookId, LEASE_MS / SECOND);
      if (!delivery) return;
      await this.attempt(delivery);
    } while (Date.now() < end);
  }

  async purge(): Promise<void> {
    while ((await this.repository.deleteBefore(RETENTION_DAYS, PURGE_BATCH)) === PURGE_BATCH);
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const body = JSON.stringify({
      id: delivery.eventId,
      type: delivery.type,
      created_at: delivery.createdAt.toISOString(),
      data: delivery.data,
    });
    const outcome = await this.client.post(delivery.url, body, {
      'user-agent': 'NairaProxy-Webhooks/1',
      'webhook-id': delivery.eventId,
      'webhook-event': delivery.type,
      'webhook-signature': signBody(this.decryptSecrets(delivery), body, new Date()),
    });
    crashPoint('webhook-delivery.after-call');
    await this.uow.run(() => this.recordOutcome(delivery, outcome));
  }

  private async recordOutcome(delivery: ClaimedDelivery, outcome: AttemptOutcome): Promise<void> {
    if (outcome.error === null) return this.repository.markDelivered(delivery, outcome.status);
    const delay = RETRY_DELAYS[delivery.attempts - 1];
    if (delay !== undefined) return this.repository.postpone(delivery, outcome, delay / SECOND);
    const failures = await this.repository.giveUp(delivery, outcome);
    if (failures !== undefined && failures >= MAX_FAILURES)
      await this.disable(delivery, outcome.error);
  }

  private async disable({ webhookId, userId, url }: ClaimedDelivery, error: string): Promise<void> {
    if (!(await this.repository.disable(webhookId, error))) return;
    this.logger.warn({ webhookId }, 'Webhook disabled');
    await this.audit.record('system', {
      action: 'user.webhook_disabled',
      target: `webhook:${webhookId}`,
      details: `Switched off the webhook ${url} after ${MAX_FAILURES} failed deliveries: ${error}`,
    });
    const [user] = await this.users.findActiveByIds([userId]);
    if (!user) return;
    await this.mail.enqueueTemplate(user.email, (site) => ({
      subject: `Your ${site} webhook was switched off`,
      heading: 'A webhook was switched off',
      paragraphs: [
        `Hello ${user.name},`,
        `${MAX_FAILURES} events in a row could not be delivered to ${url}. The last attempt failed: ${error}.`,
        'Events are not sent there until you switch it on again. Those of the last 30 days can be sent again from its log.',
      ],
      action: {
        label: 'See your webhooks',
        url: `${this.config.http.appUrl}/developers?tab=webhooks`,
      },
      closing: `If you need help, contact ${this.config.support.email}.`,
    }));
  }

  private decryptSecrets(delivery: ClaimedDelivery): string[] {
    const { userId, secretEncrypted, previousSecretEncrypted } = delivery;
    return [secretEncrypted, previousSecretEncrypted]
      .filter((encrypted) => encrypted !== null)
      .map((encrypted) => decrypt(this.config.key('secrets'), webhookContext(userId), encrypted));
  }
}
