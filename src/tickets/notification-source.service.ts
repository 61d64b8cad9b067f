import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';

/** An answer of which its reader is to be notified. */
export interface TicketAnswer {
  readonly id: number;
  /** Who gets it: the person who opened the ticket. */
  readonly userId: number;
  readonly ticketId: number;
  readonly subject: string;
  readonly author: string;
  readonly body: string;
}

/** Answers of staff, for the notifications. */
@Injectable()
export class TicketNotificationSourceService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Takes answers that nobody was notified of, oldest first. Needs an open unit of work. */
  async takeAnswers(limit: number): Promise<{ answers: TicketAnswer[]; more: boolean }> {
    const answers = await this.uow.requireTransaction().query<TicketAnswer[]>(
      `WITH taken AS (
         UPDATE ticket_message SET is_due = false WHERE id IN (
           SELECT id FROM ticket_message WHERE is_due ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING *)
       SELECT taken.id, t.opened_by AS "userId", t.id AS "ticketId", t.subject,
         split_part(u.name, ' ', 1) AS author, taken.body
       FROM taken JOIN ticket t ON t.id = taken.ticket_id JOIN users u ON u.id = taken.author_id
       ORDER BY taken.id`,
      [limit],
    );
    return { answers, more: answers.length === limit };
  }
}
