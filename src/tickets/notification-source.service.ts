import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config';
import { UnitOfWork } from '../database/unit-of-work';
import { toReplyAddress } from './mail/reply-address';

/** An answer of which its reader is to be notified. */
export interface TicketAnswer {
  readonly id: number;
  /** Who gets it: the person who opened the ticket. */
  readonly userId: number;
  readonly ticketId: number;
  readonly subject: string;
  readonly author: string;
  readonly body: string;
  /** Where an answer by mail goes; undefined where mail is not received. */
  readonly replyTo: string | undefined;
}

/** Answers of staff, for the notifications. */
@Injectable()
export class TicketNotificationSourceService {
  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
  ) {}

  /** Takes answers that nobody was notified of, oldest first. Needs an open unit of work. */
  async takeAnswers(limit: number): Promise<{ answers: TicketAnswer[]; more: boolean }> {
    const rows = await this.uow.requireTransaction().query<(TicketAnswer & { email: string })[]>(
      `WITH taken AS (
         UPDATE ticket_message SET is_due = false WHERE id IN (
           SELECT id FROM ticket_message WHERE is_due ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING *)
       SELECT taken.id, t.opened_by AS "userId", t.id AS "ticketId", t.subject,
         split_part(u.name, ' ', 1) AS author, taken.body, reader.email
       FROM taken JOIN ticket t ON t.id = taken.ticket_id JOIN users u ON u.id = taken.author_id
         JOIN users reader ON reader.id = t.opened_by
       ORDER BY taken.id`,
      [limit],
    );
    const answers = rows.map(({ email, ...answer }) => ({
      ...answer,
      replyTo: toReplyAddress(this.config, answer.ticketId, email),
    }));
    return { answers, more: rows.length === limit };
  }
}
