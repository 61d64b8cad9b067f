import { Injectable } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import type { ClientInfo } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { deleteInBatches } from '../../database/batch-delete';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { SettingsService } from '../../settings/settings.service';
import { PaymentRepository } from '../payment.repository';
import { PaymentWebhookRepository } from './payment-webhook.repository';
import { invalidSignature, webhookTooLarge } from '../payments.errors';
import { CardProvider } from '../ports/card-provider.port';
import { ReversalWebhookService } from '../reversals/reversal-webhook.service';
import { SettlementService } from '../settlement/settlement.service';
import { WebhookRejectionLogService } from './webhook-rejection-log.service';

const MAX_BYTES = 64 * 1024;
/** Well beyond the period in which a bank may dispute a payment. */
const RETENTION = 400 * DAY;

/** Stores the provider's notifications, acknowledges them at once and processes them in a job. */
@Injectable()
export class PaymentWebhookService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly settings: SettingsService,
    private readonly provider: CardProvider,
    private readonly payments: PaymentRepository,
    private readonly webhooks: PaymentWebhookRepository,
    private readonly settlement: SettlementService,
    private readonly reversals: ReversalWebhookService,
    private readonly rejectionLog: WebhookRejectionLogService,
    private readonly jobs: JobQueue,
  ) {}

  /** @throws DomainError too_large, unauthenticated BAD_SIGNATURE. */
  async receive(
    client: ClientInfo,
    rawBody: Buffer | undefined,
    signature: string | undefined,
  ): Promise<void> {
    if (rawBody && rawBody.length > MAX_BYTES) throw webhookTooLarge();
    const settings = await this.settings.current();
    const secrets = [settings.korapaySecretKey, settings.previousKorapaySecretKey];
    const reading = this.provider.verifyWebhook(
      rawBody ?? Buffer.alloc(0),
      signature,
      secrets.filter((secret) => secret !== null),
    );
    if (reading.outcome === 'refused') {
      await this.rejectionLog.record(client, reading.reason);
      throw invalidSignature();
    }
    const reference = await this.findKnownReference(reading.references);
    await this.uow.run(async () => {
      const webhookId = await this.webhooks.upsert({
        provider: this.provider.name,
        bodyHash: reading.fingerprint,
        event: reading.event,
        reference,
        payload: reading.payload,
      });
      await this.uow.afterCommit(() => this.enqueue(webhookId));
    });
    crashPoint('webhook.before-ack');
  }

  private enqueue(webhookId: number): Promise<void> {
    crashPoint('webhook.before-enqueue');
    return this.jobs.add('payments.process-webhook', { webhookId }, { key: String(webhookId) });
  }

  /**
   * Settles the notification's payment; an unknown reference is ignored. A refund notification without a
   * lookup result stays unprocessed, and the sweep enqueues it again.
   */
  async process(webhookId: number): Promise<void> {
    const webhook = await this.webhooks.findById(webhookId);
    if (!webhook) return;
    // The payment's own `next_check_at` covers an inconclusive lookup.
    await this.settlement.settle(webhook.reference);
    if (!(await this.reversals.handle(webhook))) return;
    await this.webhooks.markProcessed(webhookId, this.clock.now());
  }

  /** Deletes processed notifications after the retention period. */
  deleteExpired(): Promise<void> {
    const before = this.clock.in(-RETENTION);
    return deleteInBatches((limit) => this.webhooks.deleteProcessed(before, limit));
  }

  private async findKnownReference(references: readonly string[]): Promise<string> {
    for (const reference of references)
      if (await this.payments.findByReference(reference)) return reference;
    return references[0] ?? '';
  }
}
