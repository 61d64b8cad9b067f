import { Injectable, Logger } from '@nestjs/common';
import { Metrics } from '../../common/metrics/metrics';
import { MailRepository, type StoredMail, MailBodyCipher } from './mail.repository';
import { deleteInBatches } from '../../database/batch-delete';
import { HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { JobQueue } from '../../queue/job-queue';
import { Mailer, type Delivery } from '../ports/mailer.port';

/** Gauge of queued mails. */
@Injectable()
export class OutboxMetrics {
  constructor(metrics: Metrics, repository: MailRepository) {
    metrics.gauge('mail_outbox_messages', 'Mails that are still to be sent.', [], async () => [
      { value: await repository.countQueued() },
    ]);
  }
}

const KEEP_SENT_DAYS = 30;
/** Longer, since customers ask support about mails that never arrived. */
const KEEP_FAILED_DAYS = 90;

/** Deletes old mails; queued ones stay. */
@Injectable()
export class MailRetentionService {
  constructor(private readonly repository: MailRepository) {}

  deleteExpired(): Promise<void> {
    return deleteInBatches((limit) =>
      this.repository.deleteOld(KEEP_SENT_DAYS, KEEP_FAILED_DAYS, limit),
    );
  }
}

/** Longer than the mailer's timeouts together, so that a slow attempt is never overtaken. */
const LEASE_MS = 2 * MINUTE;
const FIRST_RETRY_MS = 30 * SECOND;
const MAX_RETRY_DELAY_MS = 2 * HOUR;
const NO_TRANSPORT_RETRY_MS = 5 * MINUTE;
const MAX_ATTEMPTS = 14;
const SWEEP_BATCH = 200;
const MAX_REASON_LENGTH = 500;

/** 30 s, 1 min, 2 min, … 2 h. */
export const retryDelay = (attempts: number): number =>
  Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));

/** Sends the mails of the outbox, each by one process at a time. */
@Injectable()
export class MailDispatcherService {
  private readonly logger = new Logger(MailDispatcherService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly repository: MailRepository,
    private readonly cipher: MailBodyCipher,
    private readonly mailer: Mailer,
    private readonly jobs: JobQueue,
  ) {}

  /** Attempts a mail, if it is due and no other process has claimed it. */
  async send(mailId: number): Promise<void> {
    const mail = await this.repository.claim(mailId, LEASE_MS / SECOND);
    if (!mail?.body) return;
    const delivery = await this.mailer.deliver({
      to: mail.recipient,
      subject: mail.subject,
      replyTo: mail.replyTo ?? undefined,
      ...this.cipher.decrypt(mail.recipient, mail.body),
      messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${new URL(this.config.http.appUrl).hostname}>`,
    });
    await this.recordOutcome(mail, delivery);
  }

  /** Enqueues due mails again: postponed ones, and those whose job a crash has lost. */
  async sweep(): Promise<void> {
    for (const mailId of await this.repository.findDue(SWEEP_BATCH))
      await this.jobs.add('mail.send', { mailId }, { key: String(mailId) });
  }

  private async recordOutcome(mail: StoredMail, delivery: Delivery): Promise<void> {
    if (delivery.kind === 'sent') return this.repository.markSent(mail.id, this.config.sandbox);
    const reason = delivery.reason.slice(0, MAX_REASON_LENGTH);
    const isExhausted = mail.attempts >= MAX_ATTEMPTS && delivery.kind !== 'unavailable';
    if (delivery.kind === 'refused' || isExhausted) {
      this.logger.error({ mailId: mail.id, reason }, 'Mail failed for good');
      return this.repository.markFailed(mail.id, reason, this.config.sandbox);
    }
    const delay =
      delivery.kind === 'unavailable' ? NO_TRANSPORT_RETRY_MS : retryDelay(mail.attempts);
    this.logger.warn({ mailId: mail.id, reason }, 'Mail postponed');
    return this.repository.postpone(mail.id, delay / SECOND, reason);
  }
}
