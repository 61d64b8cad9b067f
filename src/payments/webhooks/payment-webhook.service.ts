import { Injectable, Logger } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import type { ClientInfo } from '../../common/security/actor';
import { DAY } from '../../common/time/clock';
import { deleteInBatches } from '../../database/batch-delete';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { SettingsService } from '../../settings/settings.service';
import { PaymentRepository } from '../payment.repository';
import type { PaymentWebhook } from './payment-webhook.entity';
import { PaymentWebhookRepository } from './payment-webhook.repository';
import { invalidSignature, webhookTooLarge } from '../payments.errors';
import { CardProvider } from '../ports/card-provider.port';
import { ReversalWebhookService } from '../reversals/reversal-webhook.service';
import { TransfersService } from '../naira-accounts/transfers.service';
import { MISSING_IS_FINAL_AFTER } from '../settlement/settlement.decision';
import { SettlementService } from '../settlement/settlement.service';
import { WebhookRejectionLogService } from './webhook-rejection-log.service';

const MAX_BYTES = 64 * 1024;
/** Tries of a notification over about twelve hours. */
const MAX_ATTEMPTS = 20;
/** Well beyond the period in which a bank may dispute a payment. */
const RETENTION = 400 * DAY;

/** Stores the provider's notifications, acknowledges them at once and processes them in a job. */
@Injectable()
export class PaymentWebhookService {
  private readonly logger = new Logger(PaymentWebhookService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly settings: SettingsService,
    private readonly provider: CardProvider,
    private readonly payments: PaymentRepository,
    private readonly webhooks: PaymentWebhookRepository,
    private readonly settlement: SettlementService,
    private readonly transfers: TransfersService,
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
        nairaAccount: reading.nairaAccount,
        payload: reading.payload,
      });
      await this.uow.afterCommit(() => this.enqueue(webhookId));
    });
    crashPoint('webhook.before-ack');
  }

  private enqueue(webhookId: number): Promise<void> {
    crashPoint('webhook.before-enqueue');
    return this.jobs.add('payment-notices.process', { webhookId }, { key: String(webhookId) });
  }

  /**
   * Settles the notification's payment, which a transfer to a naira account becomes here; any other
   * unknown reference is ignored. A notification without a result is tried again by the sweep, ever
   * more rarely, and in the end parked for staff.
   */
  async process(webhookId: number): Promise<void> {
    const webhook = await this.webhooks.findById(webhookId);
    if (!webhook) return;
    const failure = await this.tryProcess(webhook);
    const now = await this.clock.now();
    if (failure === null) return this.webhooks.markProcessed(webhookId, now);
    await this.webhooks.recordFailedAttempt(webhookId, failure, now, MAX_ATTEMPTS);
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

  /** Deletes processed notifications after the retention period. */
  async deleteExpired(): Promise<void> {
    const before = await this.clock.in(-RETENTION);
    return deleteInBatches((limit) => this.webhooks.deleteProcessed(before, limit));
  }

  private async findKnownReference(references: readonly string[]): Promise<string> {
    for (const reference of references)
      if (await this.payments.findByReference(reference)) return reference;
    return references[0] ?? '';
  }
}
