import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { toOffset, toPage, toPagination } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { UnitOfWork } from '../../database/unit-of-work';
import { ExitsService } from '../../catalog/exits/exits.service';
import { MailService } from '../../mail/mail.service';
import { LiveConnectionsService } from '../../proxies/connections/live-connections.service';
import { ListPaginator, toPaged } from '../paging/list-paginator';
import { buildListQuery } from '../paging/list-query';
import { QueryCache } from '../paging/query-cache';
import { toLikePattern } from '../../database/like-pattern';
import type {
  ListMailsQuery,
  ListNoticesQuery,
  ArchiveResponse,
  BackupResponse,
  GatewayLoadsData,
  MachineryData,
  MailResponse,
  ProcessResponse,
  SealResponse,
  MailsData,
  NoticeResponse,
  NoticesData,
  RefusedNotices,
} from './machinery.dto';

const PER_PAGE = 15;

const MAILS = {
  queued: `t.status = 'queued'`,
  stuck: `t.status = 'queued' AND t.created_at < now() - interval '30 minutes'`,
  sent: `t.status = 'sent'`,
  failed: `t.status = 'failed'`,
} as const;

/** The last error of a notification stays when staff close it, and goes when a try succeeds. */
const NOTICES = {
  waiting: 'w.processed_at IS NULL AND w.parked_at IS NULL',
  parked: 'w.parked_at IS NOT NULL',
  dismissed: 'w.processed_at IS NOT NULL AND w.last_error IS NOT NULL',
  processed: 'w.processed_at IS NOT NULL AND w.last_error IS NULL',
} as const;

const NOTICE_STATUS = Object.entries(NOTICES)
  .map(([status, condition]) => `WHEN ${condition} THEN '${status}'`)
  .join(' ');

/** What runs the shop behind its screens. */
@Injectable()
export class MachineryService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
    private readonly mail: MailService,
    private readonly exits: ExitsService,
    private readonly connections: LiveConnectionsService,
    private readonly audit: AuditService,
  ) {}

  /** Heartbeats, the last seal and the last backup. */
  async getOverview(): Promise<MachineryData> {
    const [processes, [seal = null], [backup = null], [archive = null]] = await this.uow.all<
      [ProcessResponse[], SealResponse[], BackupResponse[], ArchiveResponse[]]
    >(
      () =>
        this.uow.manager.query(
          `SELECT process, instance, max(minute) AS last_at, max(minute) > now() - interval '3 minutes' AS is_live
           FROM (SELECT * FROM performance_minute WHERE minute > now() - interval '1 hour'
                 UNION SELECT * FROM (SELECT * FROM performance_minute WHERE process = 'worker'
                                      ORDER BY minute DESC LIMIT 1) latest) m
           GROUP BY process, instance ORDER BY process, last_at DESC, instance`,
        ),
      () =>
        this.uow.manager.query(
          'SELECT day::text AS day, created_at AS at FROM chain_head ORDER BY day DESC LIMIT 1',
        ),
      () =>
        this.cache.getOrCompute('backup', ['audit_log'], () =>
          this.uow.manager.query(
            `SELECT created_at AS at, details AS note FROM audit_log
             WHERE category = 'system' AND action = 'system.backup_recorded'
             ORDER BY created_at DESC LIMIT 1`,
          ),
        ),
      () =>
        this.uow.manager.query(
          `SELECT last_archived_time AS last_at,
             CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_time END AS failed_at
           FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
        ),
    );
    return { processes, seal, backup, archive };
  }

  /** The gateways with what each carries at this moment. */
  async listGateways(): Promise<GatewayLoadsData> {
    const gateways = await this.exits.listGateways();
    const loads = gateways.length ? await this.connections.measure() : null;
    return {
      gateways: gateways.map(({ id, region, machine, public_host, version, ...gateway }) => ({
        ...{ id, region, machine, public_host, version, status: gateway.status },
        ...{ started_at: gateway.started_at, heartbeat_at: gateway.heartbeat_at },
        ...{ drain_requested_at: gateway.drain_requested_at, exits: gateway.exits },
        connections: loads?.get(id)?.connections ?? null,
        bytes_per_second: loads?.get(id)?.bytesPerSecond ?? null,
      })),
    };
  }

  async listMails(actor: Actor, query: ListMailsQuery): Promise<MailsData> {
    const page = toPage(query, PER_PAGE);
    const isNamed = can(actor, 'users.read');
    const { status, search: term } = query;
    const texts = isNamed ? ['t.recipient', 't.subject'] : ['t.subject'];
    const list = buildListQuery('mail_message', status ? [[MAILS[status]]] : [], {
      ...{ term, texts, isIndexed: false },
    });
    const found = await this.paginator.findPage(list, page, query.exact_total);
    const mails = await this.uow.manager.query<MailResponse[]>(
      `SELECT t.id, t.subject, t.status, t.attempts, t.last_error, t.created_at, t.sent_at, t.next_attempt_at,
         ${isNamed ? 't.recipient, u.id' : 'NULL AS recipient, NULL'} AS user_id,
         t.status <> 'sent' AND t.body IS NOT NULL AS can_retry
       FROM mail_message t LEFT JOIN users u ON u.email = t.recipient
       WHERE t.id = ANY ($1::int[]) ORDER BY array_position($1::int[], t.id)`,
      [found.ids],
    );
    return { mails, pagination: toPagination(toPaged(found, mails, page)) };
  }

  retryMail(actor: Actor, id: number, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const subject = await this.mail.retry(id);
      await this.audit.record(actor, {
        action: 'system.mail_retried',
        target: `mail:${id}`,
        details: `Had the email “${subject}” tried again. ${reason}`,
      });
    });
  }

  async listNotices(query: ListNoticesQuery): Promise<NoticesData> {
    const page = toPage(query, PER_PAGE);
    const { status, search } = query;
    const where = `${status ? NOTICES[status] : 'true'}
      AND ($1::text IS NULL OR w.reference ILIKE $1 OR w.event ILIKE $1)`;
    const values = [search === undefined ? null : toLikePattern(search)];
    const count = async (): Promise<number> => {
      const [row] = await this.uow.manager.query<[{ total: number }]>(
        `SELECT count(*)::int AS total FROM payment_webhook w WHERE ${where}`,
        values,
      );
      return row.total;
    };
    const [notices, total, [refused]] = await this.uow.all<
      [NoticeResponse[], number, [RefusedNotices]]
    >(
      () =>
        this.uow.manager.query(
          `SELECT w.id, w.event, w.reference, CASE ${NOTICE_STATUS} END AS status, w.deliveries, w.attempts,
             w.last_error, w.received_at, w.processed_at,
             CASE WHEN w.processed_at IS NULL AND w.parked_at IS NULL THEN w.next_attempt_at END AS next_attempt_at,
             (SELECT p.transaction_id FROM payment p WHERE p.reference = w.reference
              UNION ALL SELECT p.transaction_id FROM payment_refund r JOIN payment p ON p.id = r.payment_id
              WHERE r.reference = w.reference LIMIT 1) AS transaction_id
           FROM (SELECT * FROM payment_webhook w WHERE ${where} ORDER BY w.id DESC LIMIT $2 OFFSET $3) w
           ORDER BY w.id DESC`,
          [...values, page.perPage, toOffset(page)],
        ),
      () =>
        status === 'waiting' || status === 'parked'
          ? count()
          : this.cache.getOrCompute(`notices/${status}/${search}`, ['payment_webhook'], count),
      () =>
        this.uow.manager.query(
          `SELECT count(*)::int AS entries, max(created_at) AS last_at FROM audit_log
           WHERE category = 'payment' AND severity = 'high' AND action = 'payment.webhook_refused'
             AND created_at > now() - interval '7 days'`,
        ),
    );
    return { notices, refused, pagination: toPagination({ rows: notices, total, page }) };
  }
}
