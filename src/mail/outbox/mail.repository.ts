import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { MailMessage } from './mail-message.entity';

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

/** Selects a `StoredMail`. */
const COLUMNS = `id, recipient, subject, reply_to AS "replyTo", body, attempts,
  created_at AS "createdAt"`;

/** The outbox. All times are the database's, so that clock skew between machines does not matter. */
@Injectable()
export class MailRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(
    recipient: string,
    subject: string,
    body: string,
    replyTo: string | null,
  ): Promise<number> {
    const [row] = await this.uow.requireTransaction().query<[{ id: number }]>(
      `INSERT INTO mail_message (recipient, subject, body, reply_to, next_attempt_at)
       VALUES ($1, $2, $3, $4, now()) RETURNING id`,
      [recipient, subject, body, replyTo],
    );
    return row.id;
  }

  /**
   * Leases a due mail to this process.
   * @param leaseSeconds after which it is due again unless its outcome was recorded.
   * @returns null when it is sent, not due, or leased by another process.
   */
  async claim(id: number, leaseSeconds: number): Promise<StoredMail | null> {
    const [rows] = await this.uow.manager.query<[StoredMail[], number]>(
      `UPDATE mail_message SET attempts = attempts + 1,
         next_attempt_at = now() + make_interval(secs => $2)
       WHERE id = $1 AND status = 'queued' AND next_attempt_at <= now()
       RETURNING ${COLUMNS}`,
      [id, leaseSeconds],
    );
    return rows[0] ?? null;
  }

  async markSent(id: number, keepBody: boolean): Promise<void> {
    await this.uow.manager.query(
      `UPDATE mail_message SET status = 'sent', sent_at = now(), next_attempt_at = NULL,
         last_error = NULL, body = CASE WHEN $2 THEN body END
       WHERE id = $1`,
      [id, keepBody],
    );
  }

  async postpone(id: number, seconds: number, reason: string): Promise<void> {
    await this.uow.manager.query(
      `UPDATE mail_message SET next_attempt_at = now() + make_interval(secs => $2), last_error = $3
       WHERE id = $1 AND status = 'queued'`,
      [id, seconds, reason],
    );
  }

  async markFailed(id: number, reason: string, keepBody: boolean): Promise<void> {
    await this.uow.manager.query(
      `UPDATE mail_message SET status = 'failed', next_attempt_at = NULL, last_error = $2,
         body = CASE WHEN $3 THEN body END
       WHERE id = $1`,
      [id, reason, keepBody],
    );
  }

  async findDue(limit: number): Promise<number[]> {
    const rows = await this.uow.manager.query<{ id: number }[]>(
      `SELECT id FROM mail_message WHERE status = 'queued' AND next_attempt_at <= now()
       ORDER BY next_attempt_at LIMIT $1`,
      [limit],
    );
    return rows.map((row) => row.id);
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
    return this.uow.manager.query<StoredMail[]>(
      `SELECT ${COLUMNS} FROM mail_message
       WHERE body IS NOT NULL AND ($1::text IS NULL OR lower(recipient) = lower($1))
       ORDER BY created_at DESC, id DESC LIMIT $2`,
      [recipient ?? null, limit],
    );
  }
}
