import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { withMessage } from '../common/http/api.decorators';
import { toOffset, toPage, toPagination } from '../common/http/pagination.dto';
import { getPersonId, type Actor } from '../common/security/actor';
import { toLikePattern } from '../database/like-pattern';
import { UnitOfWork } from '../database/unit-of-work';
import { UsersService } from '../users/users.service';
import { TicketAttachmentsService } from './attachments.service';
import { MAX_OPEN_TICKETS, Ticket, TicketMessage } from './ticket.entity';
import type {
  OpenTicketDto,
  TicketData,
  TicketListData,
  TicketListQuery,
  TicketMessageResponse,
  TicketReplyDto,
  TicketSummary,
  UnreadTicketsData,
} from './tickets.dto';
import { refuse } from './tickets.errors';

const PER_PAGE = 10;

/** What a ticket is about; null when all of it is. With `t` as the alias of the ticket. */
export const CONTEXT = `CASE WHEN coalesce(t.proxy_id::text, t.order_id::text, t.reference) IS NOT NULL THEN
  json_build_object('proxy_id', t.proxy_id, 'order_id', t.order_id, 'reference', t.reference) END`;

/** Files of a message, with `m` as its alias. */
export const ATTACHMENTS = `(SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) ORDER BY f.id), '[]')
  FROM ticket_attachment f WHERE f.message_id = m.id) AS attachments`;

/** Messages of staff that the customer has not read. */
const UNREAD = `m.ticket_id = t.id AND m.kind = 'staff' AND m.id > t.customer_read_id`;
const SUMMARY = `t.id, t.subject, t.status, t.created_at, t.updated_at, ${CONTEXT} AS context,
  (SELECT count(*)::int FROM ticket_message m WHERE ${UNREAD}) AS unread_count`;

/** Tickets of an account, whose id is in every condition. Members of a team share those of its owner. */
@Injectable()
export class TicketsService {
  constructor(
    private readonly users: UsersService,
    private readonly attachments: TicketAttachmentsService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  async list({ userId }: Actor, query: TicketListQuery): Promise<TicketListData> {
    const page = toPage(query, PER_PAGE);
    const { manager } = this.uow;
    const pattern = query.search === undefined ? null : toLikePattern(query.search);
    const values = [userId, query.status ?? null, pattern];
    const where = `t.user_id = $1 AND ($2::text IS NULL OR t.status = $2)
      AND ($3::text IS NULL OR t.subject ILIKE $3 OR '#' || t.id ILIKE $3)`;
    const [[{ total }], tickets, unread] = await this.uow.all(
      () =>
        manager.query<[{ total: number }]>(
          `SELECT count(*)::int AS total FROM ticket t WHERE ${where}`,
          values,
        ),
      () =>
        manager.query<TicketSummary[]>(
          `SELECT ${SUMMARY} FROM ticket t WHERE ${where}
           ORDER BY t.updated_at DESC, t.id DESC LIMIT $4 OFFSET $5`,
          [...values, page.perPage, toOffset(page)],
        ),
      () => this.countUnread(userId),
    );
    return { tickets, ...unread, pagination: toPagination({ rows: tickets, total, page }) };
  }

  async get({ userId }: Actor, id: number): Promise<TicketData> {
    const [ticket] = await this.uow.manager.query<TicketSummary[]>(
      `SELECT ${SUMMARY} FROM ticket t WHERE t.user_id = $1 AND t.id = $2`,
      [userId, id],
    );
    if (!ticket) throw refuse('TICKET_NOT_FOUND');
    const messages = await this.uow.manager.query<TicketMessageResponse[]>(
      // Customers know staff by their first names.
      `SELECT m.id, m.kind = 'staff' AS is_staff, m.body, m.created_at, ${ATTACHMENTS},
              CASE m.kind WHEN 'staff' THEN split_part(u.name, ' ', 1) ELSE u.name END AS author
       FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id JOIN users u ON u.id = m.author_id
       WHERE t.user_id = $1 AND t.id = $2 AND m.kind <> 'note' ORDER BY m.id`,
      [userId, id],
    );
    return { ...ticket, messages };
  }

  /** @throws DomainError TICKET_CONTEXT_NOT_FOUND, TOO_MANY_TICKETS. */
  open(actor: Actor, { subject, context = {}, ...message }: OpenTicketDto): Promise<TicketData> {
    const { userId } = actor;
    const { proxy_id: proxyId = null, order_id: orderId = null, reference } = context;
    return this.uow.run(async () => {
      // A closed account gets none; the lock also counts one after the other.
      if (!(await this.users.lock(userId))) throw refuse('TICKET_NOT_FOUND');
      const manager = this.uow.requireTransaction();
      const [{ owns, tickets }] = await manager.query<[{ owns: boolean; tickets: number }]>(
        `SELECT ($2::int IS NULL OR EXISTS (SELECT FROM proxy WHERE id = $2 AND user_id = $1))
            AND ($3::int IS NULL OR EXISTS (SELECT FROM proxy_order WHERE id = $3 AND user_id = $1)) AS owns,
           (SELECT count(*)::int FROM ticket WHERE user_id = $1 AND status <> 'closed') AS tickets`,
        [userId, proxyId, orderId],
      );
      if (!owns) throw refuse('TICKET_CONTEXT_NOT_FOUND');
      if (tickets >= MAX_OPEN_TICKETS) throw refuse('TOO_MANY_TICKETS');
      const { identifiers } = await manager.insert(Ticket, {
        ...{ userId, openedBy: getPersonId(actor), subject, proxyId, orderId },
        reference: reference || null,
      });
      const id = identifiers[0]!.id as number;
      await this.addMessage(id, actor, message);
      await this.audit.record(actor, {
        action: 'user.ticket_opened',
        target: `ticket:${id}`,
        details: `Opened ticket ${id}: ${subject}`,
      });
      return withMessage(await this.get(actor, id), 'Your message was sent to support.');
    });
  }

  /** Opens a closed ticket again. @throws DomainError TICKET_NOT_FOUND. */
  reply(actor: Actor, id: number, message: TicketReplyDto): Promise<TicketData> {
    return this.uow.run(async () => {
      await this.lock(actor, id);
      await this.addMessage(id, actor, message);
      return withMessage(await this.get(actor, id), 'Your message was sent to support.');
    });
  }

  /** @throws DomainError TICKET_NOT_FOUND, TICKET_CLOSED. */
  close(actor: Actor, id: number): Promise<TicketData> {
    return this.uow.run(async () => {
      const { status } = await this.lock(actor, id);
      if (status === 'closed') throw refuse('TICKET_CLOSED');
      await this.uow.requireTransaction().update(Ticket, { id }, { status: 'closed' });
      await this.audit.record(actor, {
        action: 'user.ticket_closed',
        target: `ticket:${id}`,
        details: `Closed ticket ${id}`,
      });
      return withMessage(await this.get(actor, id), 'The ticket is closed.');
    });
  }

  /** Messages up to this one are read. @throws DomainError TICKET_NOT_FOUND. */
  async markRead({ userId }: Actor, id: number, messageId: number): Promise<UnreadTicketsData> {
    const [, updated] = await this.uow.manager.query<[unknown[], number]>(
      `UPDATE ticket t SET customer_read_id = greatest(t.customer_read_id,
         (SELECT coalesce(max(m.id), 0) FROM ticket_message m WHERE m.ticket_id = t.id AND m.id <= $3))
       WHERE t.user_id = $1 AND t.id = $2`,
      [userId, id, messageId],
    );
    if (updated !== 1) throw refuse('TICKET_NOT_FOUND');
    return this.countUnread(userId);
  }

  /** Of a closed account; needs an open unit of work. */
  async removeAll(userId: number): Promise<void> {
    await this.uow.requireTransaction().delete(Ticket, { userId });
    await this.attachments.removePending(userId);
  }

  private async countUnread(userId: number): Promise<UnreadTicketsData> {
    const [row] = await this.uow.manager.query<[UnreadTicketsData]>(
      `SELECT count(*)::int AS unread_count FROM ticket t JOIN ticket_message m ON ${UNREAD}
       WHERE t.user_id = $1`,
      [userId],
    );
    return row;
  }

  private async lock({ userId }: Actor, id: number): Promise<Ticket> {
    const ticket = await this.uow
      .requireTransaction()
      .findOne(Ticket, { where: { id, userId }, lock: { mode: 'pessimistic_write' } });
    if (!ticket) throw refuse('TICKET_NOT_FOUND');
    return ticket;
  }

  /** Of a customer, to a locked ticket. The author has read what was there. */
  private async addMessage(
    ticketId: number,
    actor: Actor,
    { body, attachment_ids: files }: TicketReplyDto,
  ): Promise<void> {
    const manager = this.uow.requireTransaction();
    const message = { ticketId, authorId: getPersonId(actor), kind: 'customer', body } as const;
    const { identifiers } = await manager.insert(TicketMessage, message);
    await this.attachments.attach(actor, identifiers[0]!.id as number, files);
    await manager.update(
      Ticket,
      { id: ticketId },
      {
        status: 'open',
        updatedAt: () => 'now()',
        customerReadId: identifiers[0]!.id as number,
      },
    );
  }
}
