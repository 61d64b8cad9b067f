import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { decrypt } from '../../common/crypto/secrets';
import { HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailService } from '../../mail/mail.service';
import { JobQueue } from '../../queue/job-queue';
import { UsersService } from '../../users/users.service';
import { webhookContext } from '../webhooks.encrypted-columns';
import { signBody } from './signature';
import { WebhookClient } from './webhook-client';
import {
  WebhookDeliveryRepository,
  type AttemptOutcome,
  type ClaimedDelivery,
} from './webhook-delivery.repository';

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
        url: `${this.config.http.appUrl}/profile?tab=webhooks`,
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
