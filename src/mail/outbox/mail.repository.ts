import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { mailContext } from '../mail.encrypted-columns';
import { IsNull, Not, Raw } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailMessage } from './mail-message.entity';

interface Body {
  readonly text: string;
  readonly html: string;
}

/** Encrypts mail bodies, which may carry codes and links, bound to their recipient. */
@Injectable()
export class MailBodyCipher {
  constructor(private readonly config: AppConfig) {}

  encrypt(recipient: string, { text, html }: Body): string {
    return encrypt(
      this.config.key('secrets'),
      mailContext(recipient),
      JSON.stringify({ text, html } satisfies Body),
    );
  }

  decrypt(recipient: string, encrypted: string): Body {
    return JSON.parse(
      decrypt(this.config.key('secrets'), mailContext(recipient), encrypted),
    ) as Body;
  }
}

export interface StoredMail {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly replyTo: string | null;
  /** Encrypted; null once wiped. */
  readonly body: string | null;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Returns a `StoredMail` from an UPDATE. */
const RETURNING = `id, recipient, subject, reply_to AS "replyTo", body, attempts,
  created_at AS "createdAt"`;
const COLUMNS = {
  id: true,
  recipient: true,
  subject: true,
  replyTo: true,
  body: true,
  attempts: true,
  createdAt: true,
} as const;
const IN_SECONDS = (): string => 'now() + make_interval(secs => :seconds)';

/**
 * The outbox. All times are the database's, so that clock skew between machines does not matter.
 * `deleteOld` is SQL: TypeORM's DELETE has no limit.
 */
@Injectable()
export class MailRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(
    recipient: string,
    subject: string,
    body: string,
    replyTo: string | null,
  ): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(MailMessage, {
      recipient,
      subject,
      body,
      replyTo,
      nextAttemptAt: () => 'now()',
    });
    return identifiers[0]!.id as number;
  }

  /**
   * Leases a due mail to this process.
   * @param leaseSeconds after which it is due again unless its outcome was recorded.
   * @returns null when it is sent, not due, or leased by another process.
   */
  async claim(id: number, leaseSeconds: number): Promise<StoredMail | null> {
    const { raw } = await this.uow.manager
      .createQueryBuilder()
      .update(MailMessage)
      .set({ attempts: () => 'attempts + 1', nextAttemptAt: IN_SECONDS })
      .where(`id = :id AND status = 'queued' AND next_attempt_at <= now()`, { id })
      .setParameters({ seconds: leaseSeconds })
      .returning(RETURNING)
      .execute();
    return (raw as StoredMail[])[0] ?? null;
  }

  async markSent(id: number, keepBody: boolean): Promise<void> {
    await this.uow.manager.update(
      MailMessage,
      { id },
      {
        status: 'sent',
        sentAt: () => 'now()',
        nextAttemptAt: null,
        lastError: null,
        ...(!keepBody && { body: null }),
      },
    );
  }

  async postpone(id: number, seconds: number, reason: string): Promise<void> {
    await this.uow.manager
      .createQueryBuilder()
      .update(MailMessage)
      .set({ nextAttemptAt: IN_SECONDS, lastError: reason })
      .where(`id = :id AND status = 'queued'`, { id })
      .setParameters({ seconds })
      .execute();
  }

  async markFailed(id: number, reason: string, keepBody: boolean): Promise<void> {
    await this.uow.manager.update(
      MailMessage,
      { id },
      {
        status: 'failed',
        nextAttemptAt: null,
        lastError: reason,
        ...(!keepBody && { body: null }),
      },
    );
  }

  async findDue(limit: number): Promise<number[]> {
    const due = await this.uow.manager.find(MailMessage, {
      select: { id: true },
      where: { status: 'queued', nextAttemptAt: Raw((column) => `${column} <= now()`) },
      order: { nextAttemptAt: 'ASC' },
      take: limit,
    });
    return due.map(({ id }) => id);
  }

  countQueued(): Promise<number> {
    return this.uow.manager.countBy(MailMessage, { status: 'queued' });
  }

  /** Deletes up to `limit` mails that were sent, or created and failed, so many days ago. @returns how many. */
  async deleteOld(sentDays: number, failedDays: number, limit: number): Promise<number> {
    // sent_at is never before created_at, so the index on created_at finds the candidates.
    const [, deleted] = await this.uow.manager.query<[unknown[], number]>(
      `DELETE FROM mail_message WHERE id IN (
         SELECT id FROM mail_message WHERE created_at < now() - make_interval(days => $1) AND
           (status = 'sent' AND sent_at < now() - make_interval(days => $1)
            OR status = 'failed' AND created_at < now() - make_interval(days => $2))
         ORDER BY created_at LIMIT $3)`,
      [sentDays, failedDays, limit],
    );
    return deleted;
  }

  /** Newest first. */
  listWithBody(recipient: string | undefined, limit: number): Promise<StoredMail[]> {
    return this.uow.manager.find(MailMessage, {
      select: COLUMNS,
      where: {
        body: Not(IsNull()),
        ...(recipient !== undefined && {
          recipient: Raw((column) => `lower(${column}) = lower(:recipient)`, { recipient }),
        }),
      },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
  }
}
