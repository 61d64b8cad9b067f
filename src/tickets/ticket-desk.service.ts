import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { invalidFields } from '../common/errors/domain-error';
import { withMessage } from '../common/http/api.decorators';
import { toOffset, toPage, toPagination } from '../common/http/pagination.dto';
import type { Actor } from '../common/security/actor';
import { toLikePattern } from '../database/like-pattern';
import { UnitOfWork } from '../database/unit-of-work';
import { TicketAttachmentsService } from './attachments.service';
import { Ticket, TicketMessage } from './ticket.entity';
import type {
  AdminTicketData,
  AdminTicketListData,
  AdminTicketListQuery,
  AdminTicketMessage,
  AdminTicketMessageDto,
  AdminTicketSummary,
  TicketAgent,
  TicketStatistics,
  TicketSummary,
  UnreadTicketsData,
  UpdateTicketDto,
} from './tickets.dto';
import { answeredMeanwhile, refuse } from './tickets.errors';
import { ATTACHMENTS, CONTEXT } from './tickets.service';

const PER_PAGE = 20;
const OTHERS = 5;

/** Messages of the customer that no member of staff has read. */
const UNREAD = `SELECT FROM ticket_message m
  WHERE m.ticket_id = t.id AND m.kind = 'customer' AND m.id > t.staff_read_id`;
const SUMMARY = `t.id, t.subject, t.status, t.created_at, t.updated_at, ${CONTEXT} AS context, t.tags,
  t.first_response_at, (SELECT count(*)::int FROM (${UNREAD}) unread) AS unread_count`;
const ADMIN_SUMMARY = `${SUMMARY}, json_build_object('id', c.id, 'name', c.name, 'email', c.email) AS customer,
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'name', a.name) END AS assignee
  FROM ticket t JOIN users c ON c.id = t.opened_by LEFT JOIN users a ON a.id = t.assignee_id`;

const ASSIGNED = { me: 't.assignee_id = $2', none: 't.assignee_id IS NULL', all: 'TRUE' } as const;

/** Who can answer tickets, and so be their assignee. */
const AGENTS = `SELECT u.id, u.name FROM users u LEFT JOIN staff_role r ON r.id = u.staff_role_id
  WHERE u.role <> 'user' AND u.closed_at IS NULL AND u.status = 'active'
    AND CASE WHEN r.id IS NULL THEN u.role = 'admin' ELSE 'tickets.manage' = ANY(r.permissions) END`;

/** What staff do with tickets. */
@Injectable()
export class TicketDeskService {
  constructor(
    private readonly attachments: TicketAttachmentsService,
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  async list(actor: Actor, query: AdminTicketListQuery): Promise<AdminTicketListData> {
    const page = toPage(query, PER_PAGE);
    const { manager } = this.uow;
    const pattern = query.search === undefined ? null : toLikePattern(query.search);
    const id = Number(/^#?(\d{1,9})$/.exec(query.search ?? '')?.[1] ?? 0);
    const values = [query.status ?? null, actor.userId, query.tag ?? null, pattern, id];
    const where = `($1::text IS NULL OR t.status = $1) AND ($3::text IS NULL OR $3 = ANY(t.tags))
      AND ($4::text IS NULL OR t.id = $5 OR t.subject ILIKE $4 OR EXISTS (
        SELECT FROM users u WHERE u.id = t.opened_by AND (u.name ILIKE $4 OR u.email::text ILIKE $4)))
      AND $2::int > 0 AND ${ASSIGNED[query.assignee ?? 'all']}
      AND ${query.unread ? `t.status <> 'closed' AND EXISTS (${UNREAD})` : 'TRUE'}`;
    const order = query.status === 'open' ? 'ASC' : 'DESC';
    const [[{ total }], tickets, statistics, tags] = await this.uow.all(
      () =>
        manager.query<[{ total: number }]>(
          `SELECT count(*)::int AS total FROM ticket t WHERE ${where}`,
          values,
        ),
      () =>
        manager.query<AdminTicketSummary[]>(
          `SELECT ${ADMIN_SUMMARY} WHERE ${where}
           ORDER BY t.updated_at ${order}, t.id ${order} LIMIT $6 OFFSET $7`,
          [...values, page.perPage, toOffset(page)],
        ),
      () => this.getStatistics(actor),
      () =>
        manager.query<{ tag: string }[]>(
          `SELECT DISTINCT unnest(tags) AS tag FROM ticket WHERE status IN ('open', 'waiting') AND tags <> '{}' ORDER BY 1`,
        ),
    );
    return {
      ...{ tickets, statistics, tags: tags.map(({ tag }) => tag) },
      pagination: toPagination({ rows: tickets, total, page }),
    };
  }

  async get(id: number): Promise<AdminTicketData> {
    const { manager } = this.uow;
    const [ticket] = await manager.query<AdminTicketSummary[]>(
      `SELECT ${ADMIN_SUMMARY} WHERE t.id = $1`,
      [id],
    );
    if (!ticket) throw refuse('TICKET_NOT_FOUND');
    const [messages, agents, others] = await this.uow.all(
      () =>
        manager.query<AdminTicketMessage[]>(
          `SELECT m.id, m.author_id, u.name AS author, m.kind <> 'customer' AS is_staff,
                  m.kind = 'note' AS internal, m.body, m.created_at, ${ATTACHMENTS}
           FROM ticket_message m JOIN users u ON u.id = m.author_id WHERE m.ticket_id = $1 ORDER BY m.id`,
          [id],
        ),
      () => manager.query<TicketAgent[]>(`${AGENTS} ORDER BY u.name, u.id`),
      () =>
        manager.query<TicketSummary[]>(
          `SELECT ${SUMMARY} FROM ticket mine JOIN ticket t ON t.user_id = mine.user_id AND t.id <> mine.id
           WHERE mine.id = $1 ORDER BY t.updated_at DESC, t.id DESC LIMIT ${OTHERS}`,
          [id],
        ),
    );
    return { ...ticket, messages, agents, others };
  }

  /**
   * An answer makes the ticket wait for the customer, and its author the assignee where there is none. A note changes nothing.
   * @throws DomainError TICKET_NOT_FOUND, TICKET_ANSWERED.
   */
  reply(actor: Actor, id: number, message: AdminTicketMessageDto): Promise<AdminTicketData> {
    const { body, internal = false, last_message_id: lastId, attachment_ids: files } = message;
    return this.uow.run(async () => {
      await this.lock(id);
      const manager = this.uow.requireTransaction();
      if (!internal && lastId !== undefined) {
        const [newer] = await manager.query<{ name: string }[]>(
          `SELECT u.name FROM ticket_message m JOIN users u ON u.id = m.author_id
           WHERE m.ticket_id = $1 AND m.id > $2 AND m.author_id <> $3 AND m.kind <> 'note'
           ORDER BY m.id LIMIT 1`,
          [id, lastId, actor.userId],
        );
        if (newer) throw answeredMeanwhile(newer.name);
      }
      const kind = internal ? 'note' : 'staff';
      const { identifiers } = await manager.insert(TicketMessage, {
        ...{ ticketId: id, authorId: actor.userId, kind, body, isDue: !internal },
      });
      await this.attachments.attach(actor, identifiers[0]!.id as number, files);
      if (!internal)
        await manager.query(
          `UPDATE ticket SET status = 'waiting', updated_at = now(), assignee_id = coalesce(assignee_id, $2),
             first_response_at = coalesce(first_response_at, now()) WHERE id = $1`,
          [id, actor.userId],
        );
      await this.record(actor, id, internal ? 'Wrote a note in' : 'Answered');
      const sent = internal ? 'Note added.' : 'Reply sent.';
      return withMessage(await this.get(id), sent);
    });
  }

  /** @throws DomainError TICKET_NOT_FOUND, with errors.assignee_id. */
  update(actor: Actor, id: number, change: UpdateTicketDto): Promise<AdminTicketData> {
    const { status, assignee_id: assigneeId, tags } = change;
    return this.uow.run(async () => {
      const ticket = await this.lock(id);
      const manager = this.uow.requireTransaction();
      if (typeof assigneeId === 'number' && assigneeId !== ticket.assigneeId) {
        const [agent] = await manager.query<unknown[]>(`${AGENTS} AND u.id = $1`, [assigneeId]);
        if (!agent)
          throw invalidFields({ assignee_id: ['Choose a member of staff who answers tickets'] });
      }
      const after = {
        ...(status && { status }),
        ...(assigneeId !== undefined && { assigneeId }),
        ...(tags && { tags }),
      };
      if (Object.keys(after).length) await manager.update(Ticket, { id }, after);
      const before = Object.fromEntries(
        Object.keys(after).map((key) => [key, ticket[key as keyof Ticket]]),
      );
      await this.record(actor, id, 'Changed', { before, after });
      return withMessage(await this.get(id), 'Ticket updated.');
    });
  }

  /** Messages up to this one are read, by all members of staff. @throws DomainError TICKET_NOT_FOUND. */
  async markRead(id: number, messageId: number): Promise<UnreadTicketsData> {
    const [, updated] = await this.uow.manager.query<[unknown[], number]>(
      `UPDATE ticket t SET staff_read_id = greatest(t.staff_read_id,
         (SELECT coalesce(max(m.id), 0) FROM ticket_message m WHERE m.ticket_id = t.id AND m.id <= $2))
       WHERE t.id = $1`,
      [id, messageId],
    );
    if (updated !== 1) throw refuse('TICKET_NOT_FOUND');
    const [row] = await this.uow.manager.query<[UnreadTicketsData]>(
      `SELECT count(*)::int AS unread_count FROM ticket t WHERE t.status <> 'closed' AND EXISTS (${UNREAD})`,
    );
    return row;
  }

  private async getStatistics({ userId }: Actor): Promise<TicketStatistics> {
    const [row] = await this.uow.manager.query<[TicketStatistics]>(
      `SELECT open.*, response.* FROM (
         SELECT count(*) FILTER (WHERE t.status = 'open')::int AS open,
           count(*) FILTER (WHERE t.status = 'open' AND t.assignee_id IS NULL)::int AS unassigned,
           count(*) FILTER (WHERE t.status = 'open' AND t.assignee_id = $1)::int AS mine,
           count(*) FILTER (WHERE EXISTS (${UNREAD}))::int AS unread
         FROM ticket t WHERE t.status <> 'closed') open, (
         SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS first_response_median,
           percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS first_response_p90
         FROM (SELECT extract(epoch FROM first_response_at - created_at)::float8 AS seconds
           FROM ticket WHERE created_at > now() - interval '30 days') recent) response`,
      [userId],
    );
    return row;
  }

  private async lock(id: number): Promise<Ticket> {
    const ticket = await this.uow
      .requireTransaction()
      .findOne(Ticket, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!ticket) throw refuse('TICKET_NOT_FOUND');
    return ticket;
  }

  private record(actor: Actor, id: number, verb: string, change: object = {}): Promise<void> {
    return this.audit.record(actor, {
      ...{ action: 'user.ticket_handled', target: `ticket:${id}`, ...change },
      details: `${verb} ticket ${id}`,
    });
  }
}
