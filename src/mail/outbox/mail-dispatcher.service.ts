import { Injectable, Logger } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Metrics } from '../../common/metrics/metrics';
import { HOUR, MINUTE, SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { deleteInBatches } from '../../database/batch-delete';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { Mailer, type Delivery } from '../ports/mailer.port';
import { decryptBody } from './mail-body';
import { MailMessage } from './mail-message.entity';

const KEEP_SENT_DAYS = 30;
/** Longer, since customers ask support about mails that never arrived. */
const KEEP_FAILED_DAYS = 90;

/** Longer than the mailer's timeouts together, so that a slow attempt is never overtaken. */
const LEASE_MS = 2 * MINUTE;
const FIRST_RETRY_MS = 30 * SECOND;
const MAX_RETRY_DELAY_MS = 2 * HOUR;
const NO_TRANSPORT_RETRY_MS = 5 * MINUTE;
const MAX_ATTEMPTS = 14;
const SWEEP_BATCH = 200;
const MAX_REASON_LENGTH = 500;

type ClaimedMail = Pick<
  MailMessage,
  'id' | 'recipient' | 'subject' | 'replyTo' | 'body' | 'attempts' | 'createdAt'
>;

const IN_SECONDS = (): string => 'now() + make_interval(secs => :seconds)';

/** 30 s, 1 min, 2 min, … 2 h. */
export const retryDelay = (attempts: number): number =>
  Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));

/**
 * Sends the mails of the outbox, each by one process at a time. All times are the database's, so that clock skew between
 * machines does not matter.
 */
@Injectable()
export class MailDispatcherService {
  private readonly logger = new Logger(MailDispatcherService.name);

  constructor(
    private readonly config: AppConfig,
    private readonly mailer: Mailer,
    private readonly jobs: JobQueue,
    private readonly uow: UnitOfWork,
    metrics: Metrics,
  ) {
    metrics.gauge('mail_outbox_messages', 'Mails that are still to be sent.', [], async () => [
      { value: await this.uow.manager.countBy(MailMessage, { status: 'queued' }) },
    ]);
  }

  /** Attempts a mail, if it is due and no other process has claimed it. */
  async send(mailId: number): Promise<void> {
    const mail = await this.claim(mailId);
    if (!mail?.body) return;
    const delivery = await this.mailer.deliver({
      to: mail.recipient,
      subject: mail.subject,
      replyTo: mail.replyTo ?? undefined,
      ...decryptBody(this.config, mail.recipient, mail.body),
      messageId: `<mail-${mail.id}-${mail.createdAt.getTime()}@${new URL(this.config.http.appUrl).hostname}>`,
    });
    await this.recordOutcome(mail, delivery);
  }

  /** Enqueues due mails again: postponed ones, and those whose job a crash has lost. */
  async sweep(): Promise<void> {
    const due = await this.uow.manager.find(MailMessage, {
      select: { id: true },
      where: { status: 'queued', nextAttemptAt: Raw((column) => `${column} <= now()`) },
      order: { nextAttemptAt: 'ASC' },
      take: SWEEP_BATCH,
    });
    for (const { id: mailId } of due)
      await this.jobs.add('mail.send', { mailId }, { key: String(mailId) });
  }

  /** Deletes old mails; queued ones stay. */
  purge(): Promise<void> {
    return deleteInBatches(async (limit) => {
      // SQL, since TypeORM's DELETE has no limit. sent_at is never before created_at, so the index on created_at finds the
      // candidates.
      const [, deleted] = await this.uow.manager.query<[unknown[], number]>(
        `DELETE FROM mail_message WHERE id IN (
           SELECT id FROM mail_message WHERE created_at < now() - make_interval(days => $1) AND
             (status = 'sent' AND sent_at < now() - make_interval(days => $1)
              OR status = 'failed' AND created_at < now() - make_interval(days => $2))
           ORDER BY created_at LIMIT $3)`,
        [KEEP_SENT_DAYS, KEEP_FAILED_DAYS, limit],
      );
      return deleted;
    });
  }

  /**
   * Leases a due mail to this process: it is due again after the lease unless its outcome was recorded.
   * @returns undefined when it is sent, not due, or leased by another process.
   */
  private async claim(id: number): Promise<ClaimedMail | undefined> {
    const { raw } = await this.uow.manager
      .createQueryBuilder()
      .update(MailMessage)
      .set({ attempts: () => 'attempts + 1', nextAttemptAt: IN_SECONDS })
      .where(`id = :id AND status = 'queued' AND next_attempt_at <= now()`, { id })
      .setParameters({ seconds: LEASE_MS / SECOND })
      .returning(
        `id, recipient, subject, reply_to AS "replyTo", body, attempts, created_at AS "createdAt"`,
      )
      .execute();
    return (raw as ClaimedMail[])[0];
  }

  private async recordOutcome({ id, attempts }: ClaimedMail, delivery: Delivery): Promise<void> {
    // The sandbox has an inbox.
    const body = !this.config.sandbox && { body: null };
    const { manager } = this.uow;
    if (delivery.kind === 'sent') {
      const sent = { status: 'sent', sentAt: () => 'now()', lastError: null } as const;
      await manager.update(MailMessage, { id }, { ...sent, nextAttemptAt: null, ...body });
      return;
    }
    const reason = delivery.reason.slice(0, MAX_REASON_LENGTH);
    const isExhausted = attempts >= MAX_ATTEMPTS && delivery.kind !== 'unavailable';
    if (delivery.kind === 'refused' || isExhausted) {
      this.logger.error({ mailId: id, reason }, 'Mail failed for good');
      const failed = { status: 'failed', lastError: reason } as const;
      await manager.update(MailMessage, { id }, { ...failed, nextAttemptAt: null, ...body });
      return;
    }
    const delay = delivery.kind === 'unavailable' ? NO_TRANSPORT_RETRY_MS : retryDelay(attempts);
    this.logger.warn({ mailId: id, reason }, 'Mail postponed');
    await manager
      .createQueryBuilder()
      .update(MailMessage)
      .set({ nextAttemptAt: IN_SECONDS, lastError: reason })
      .where(`id = :id AND status = 'queued'`, { id })
      .setParameters({ seconds: delay / SECOND })
      .execute();
  }
}
