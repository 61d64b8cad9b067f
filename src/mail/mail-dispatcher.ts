import { Injectable, Logger } from '@nestjs/common';
import { HOUR, MINUTE, SECOND } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { JobQueue } from '../queue/job-queue';
import { MailBody } from './mail-body';
import { MailRepository, type StoredMail } from './mail.repository';
import { Mailer, type Delivery } from './mailer';

/** Longer than the mailer's own timeouts together, so that a slow try is never overtaken. */
const LEASE_MS = 2 * MINUTE;
const FIRST_RETRY_MS = 30 * SECOND;
const LONGEST_RETRY_MS = 2 * HOUR;
const NO_TRANSPORT_RETRY_MS = 5 * MINUTE;
const MAX_ATTEMPTS = 14;
const SWEEP_BATCH = 200;
const REASON_MAX = 500;

/** 30 s, 1 min, 2 min, … 2 h. */
export const retryDelay = (attempts: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));

/** Sends what stands in the outbox, each mail by one process at a time. */
@Injectable()
export class MailDispatcher {
  private readonly logger = new Logger(MailDispatcher.name);

  constructor(
    private readonly config: AppConfig,
    private readonly repository: MailRepository,
    private readonly body: MailBody,
    private readonly mailer: Mailer,
    private readonly jobs: JobQueue,
  ) {}

  /** Tries one mail, if it is due and nobody else is at it. */
  async send(mailId: number): Promise<void> {
    const mail = await this.repository.claim(mailId, LEASE_MS / SECOND);
    if (!mail?.body) return;
    const delivery = await this.mailer.deliver({
      to: mail.recipient,
      subject: mail.subject,
      replyTo: mail.replyTo ?? undefined,
      ...this.body.decrypt(mail.recipient, mail.body),
      messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${new URL(this.config.http.appUrl).hostname}>`,
    });
    await this.note(mail, delivery);
  }

  /** Puts mails that are due back into the queue: postponed ones, and those a crash left behind. */
  async sweep(): Promise<void> {
    for (const mailId of await this.repository.findDue(SWEEP_BATCH))
      await this.jobs.add('mail.send', { mailId }, { key: String(mailId) });
  }

  private async note(mail: StoredMail, delivery: Delivery): Promise<void> {
    if (delivery.kind === 'sent') return this.repository.markSent(mail.id, this.config.sandbox);
    const reason = delivery.reason.slice(0, REASON_MAX);
    const spent = mail.attempts >= MAX_ATTEMPTS && delivery.kind !== 'unavailable';
    if (delivery.kind === 'refused' || spent) {
      this.logger.error({ mailId: mail.id, reason }, 'A mail was given up');
      return this.repository.markFailed(mail.id, reason, this.config.sandbox);
    }
    const delay =
      delivery.kind === 'unavailable' ? NO_TRANSPORT_RETRY_MS : retryDelay(mail.attempts);
    this.logger.warn({ mailId: mail.id, reason }, 'A mail waits for another try');
    return this.repository.postpone(mail.id, delay / SECOND, reason);
  }
}
