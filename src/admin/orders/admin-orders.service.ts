import { Injectable } from '@nestjs/common';
import type { Download } from '../../common/http/api.decorators';
import { toPage, toPagination } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { toLabelSql } from '../../database/label-sql';
import { toNairaSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { orderNotFound } from '../../proxies/proxies.errors';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';
import { ListExportService } from '../exports/list-export.service';
import type { SheetColumn } from '../exports/sheet-file';
import { ListPaginator, toPaged, type RowId } from '../paging/list-paginator';
import { buildListQuery, type ListQuery } from '../paging/list-query';
import { amountOf, toRange } from '../paging/list-range';
import type {
  AdminOrderDetailData,
  AdminOrderListData,
  AdminOrderResponse,
  ExportOrdersDto,
  ListOrdersQuery,
  OrderEvent,
  OrderInvoice,
  OrderProxy,
  OrderState,
  OrderTransaction,
  SaleKind,
} from './orders.dto';

const PER_PAGE = 10;
const MAX_PROXIES = 100;
const MAX_LATER_ORDERS = 200;

/** As the conditions of the indexes of the table. */
const STATES: Record<OrderState, string> = {
  delivered: `t.status = 'delivered' AND t.refunded_kobo = 0`,
  part_refunded: `t.status = 'delivered' AND t.refunded_kobo > 0`,
  refunded: `t.status = 'refunded' AND t.refunded_kobo > 0`,
};
const KINDS: Record<SaleKind, string> = {
  purchase: `t.kind = 'purchase' AND t.transaction_id IS NOT NULL`,
  renewal: `t.kind = 'renewal'`,
  traffic: `t.kind = 'traffic'`,
  place: `t.kind = 'place'`,
  trial: 't.transaction_id IS NULL',
};

const COLUMNS = `
  t.id, CASE WHEN t.transaction_id IS NULL THEN 'trial' ELSE t.kind END AS kind,
  ${toLabelSql('t.type', KIND_OF_TYPE)} AS type,
  CASE WHEN t.status = 'delivered' AND t.refunded_kobo > 0 THEN 'part_refunded' ELSE t.status END AS status,
  coalesce(w.description, 'Trial, ' || round((t.request->>'gigabytes')::numeric * 1024) || ' MB', 'Trial') AS description,
  ${toNairaSql('t.amount_kobo')} AS amount, ${toNairaSql('t.refunded_kobo')} AS refunded, t.quantity,
  t.request->>'country' AS country, w.reference, t.proxy_id, t.created_at,
  json_build_object('id', u.id, 'name', u.name, 'email', u.email) AS user`;

/** Who wrote the audit row of what was written in the same transaction, as the time says, which has an index. */
const auditOf = (column: 'actor_name' | 'details', row: string, order: string): string =>
  `(SELECT a.${column} FROM audit_log a
    WHERE a.created_at = ${row}.created_at AND a.target = 'order:' || ${order}.id LIMIT 1)`;

const EVENT_KIND = (order: string): string =>
  toLabelSql(`${order}.kind`, {
    ...{ purchase: 'delivered', renewal: 'renewed', traffic: 'traffic_added', place: 'moved' },
  });
const TRANSACTION_URL = `'/admin/transactions?transaction=' || w.id`;

/** The charge and the refunds of order `o`. */
const LINES = `(w.id = o.transaction_id OR w.refund_of = o.transaction_id)`;
/** Starts from the documents of the customer. A document of several charges names them in its lines. */
const DOCUMENTS = `i.user_id = o.user_id AND (
    i.transaction_id IN (SELECT w.id FROM wallet_transaction w WHERE ${LINES})
    OR i.lines @> jsonb_build_array(jsonb_build_object('transactionId', o.transaction_id)))`;

/** How it was refunded and why; the amount is beside it. */
const REFUND_TEXT = `regexp_replace(${auditOf('details', 'w', 'o')}, '^\\S+ refunded(:| and) ', '')`;

/** Of what happens in one transaction, the charge is first and its consequences follow. */
const EVENTS = `
  SELECT w.created_at AS at, 0 AS rank, 'charged' AS kind, w.description AS text, w.amount_kobo AS kobo,
         ${auditOf('actor_name', 'o', 'o')} AS actor, ${TRANSACTION_URL} AS url
  FROM o JOIN wallet_transaction w ON w.id = o.transaction_id
  UNION ALL
  SELECT o.created_at, 1, ${EVENT_KIND('o')},
         CASE o.kind WHEN 'purchase' THEN o.quantity || CASE o.quantity WHEN 1 THEN ' proxy' ELSE ' proxies' END
           ELSE 'Proxy #' || o.proxy_id END || CASE o.kind WHEN 'purchase' THEN ' delivered'
           WHEN 'renewal' THEN ' renewed' WHEN 'traffic' THEN ' got more traffic' ELSE ' moved' END,
         NULL, CASE WHEN o.transaction_id IS NULL THEN ${auditOf('actor_name', 'o', 'o')} END, NULL
  FROM o
  UNION ALL
  (SELECT x.created_at, 2, ${EVENT_KIND('x')}, w.description, x.amount_kobo,
          ${auditOf('actor_name', 'x', 'x')}, '/admin/orders/' || x.id
   FROM o JOIN proxy p ON p.order_id = o.id JOIN proxy_order x ON x.proxy_id = p.id
   JOIN wallet_transaction w ON w.id = x.transaction_id
   ORDER BY x.created_at DESC LIMIT ${MAX_LATER_ORDERS})
  UNION ALL
  SELECT r.created_at, 2, 'address_replaced', r.old_address || ' replaced by ' || r.new_address || ' behind proxy #'
         || r.proxy_id || ', reported ' || r.reason, NULL, u.name, '/admin/proxies?proxy=' || r.proxy_id
  FROM o JOIN proxy p ON p.order_id = o.id JOIN address_replacement r ON r.proxy_id = p.id
  JOIN users u ON u.id = r.user_id
  UNION ALL
  SELECT c.created_at, 2, 'refund_proposed', c.reason, c.amount_kobo, u.name, '/admin/approvals?approval=' || c.id
  FROM o JOIN wallet_correction c ON c.kind = 'order_refund' AND c.subject_id = o.id
  JOIN users u ON u.id = c.proposed_by
  UNION ALL
  -- What was approved is posted in the transaction of the approval.
  SELECT coalesce(w.created_at, c.decided_at), 3, 'refund_' || c.status,
         coalesce(c.decision_reason, CASE c.status WHEN 'approved' THEN 'Approved' ELSE 'Not decided in time' END),
         c.amount_kobo, coalesce(u.name, 'system'), '/admin/approvals?approval=' || c.id
  FROM o JOIN wallet_correction c ON c.kind = 'order_refund' AND c.subject_id = o.id
  LEFT JOIN wallet_transaction w ON w.id = c.transaction_id
  LEFT JOIN users u ON u.id = c.decided_by WHERE c.status IN ('approved', 'rejected', 'expired')
  UNION ALL
  SELECT w.created_at, 4, 'refunded', coalesce(${REFUND_TEXT}, w.description), w.amount_kobo,
         ${auditOf('actor_name', 'w', 'o')}, ${TRANSACTION_URL}
  FROM o JOIN wallet_transaction w ON w.refund_of = o.transaction_id
  UNION ALL
  SELECT i.issued_at, 5, i.kind, i.number, i.total_kobo, NULL, '/admin/transactions?transaction=' || i.transaction_id
  FROM o JOIN invoice i ON ${DOCUMENTS}`;

const EXPORTED: readonly SheetColumn<AdminOrderResponse>[] = [
  { header: 'ID', kind: 'number', value: ({ id }) => id },
  { header: 'Date', kind: 'time', value: ({ created_at }) => created_at },
  { header: 'Kind', kind: 'text', value: ({ kind }) => kind },
  { header: 'Proxy type', kind: 'text', value: ({ type }) => type },
  { header: 'Description', kind: 'text', value: ({ description }) => description },
  { header: 'Country', kind: 'text', value: ({ country }) => country },
  { header: 'Quantity', kind: 'number', value: ({ quantity }) => quantity },
  { header: 'Amount (NGN)', kind: 'naira', value: ({ amount }) => amount },
  { header: 'Refunded (NGN)', kind: 'naira', value: ({ refunded }) => refunded },
  { header: 'Status', kind: 'text', value: ({ status }) => status },
  { header: 'Reference', kind: 'text', value: ({ reference }) => reference },
  { header: 'Proxy ID', kind: 'number', value: ({ proxy_id }) => proxy_id },
  { header: 'User ID', kind: 'number', value: ({ user }) => user.id },
  { header: 'User', kind: 'text', value: ({ user }) => user.name },
  { header: 'Email', kind: 'text', value: ({ user }) => user.email },
];

/** Orders of all customers: who sees them sees amounts, too. Read only. */
@Injectable()
export class AdminOrdersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly paginator: ListPaginator,
    private readonly exports: ListExportService,
  ) {}

  async list(actor: Actor, query: ListOrdersQuery): Promise<AdminOrderListData> {
    const page = toPage(query, PER_PAGE);
    const found = await this.paginator.findPage(toListQuery(actor, query), page, query.exact_total);
    const orders = await this.findByIds(found.ids);
    return { orders, pagination: toPagination(toPaged(found, orders, page)) };
  }

  /** All that match as a file. */
  export(actor: Actor, body: ExportOrdersDto): Promise<Download> {
    return this.exports.export(actor, body, {
      ...{ name: 'orders', title: 'Orders', permission: 'orders.read' },
      columns: EXPORTED,
      list: toListQuery(actor, body),
      load: (ids) => this.findByIds(ids),
    });
  }

  /** @throws DomainError not_found. */
  async get(id: number): Promise<AdminOrderDetailData> {
    const [order] = await this.findByIds([id]);
    if (!order) throw orderNotFound();
    const ofOrder = <Row>(select: string) =>
      this.uow.manager.query<Row[]>(
        `WITH o AS (SELECT * FROM proxy_order WHERE id = $1) ${select}`,
        [id],
      );
    const [timeline, proxies, transactions, invoices] = await this.uow.all(
      () =>
        ofOrder<OrderEvent>(
          `SELECT at, kind, text, ${toNairaSql('kobo')} AS amount, actor, url FROM (${EVENTS}) event
           ORDER BY at, rank`,
        ),
      () =>
        ofOrder<OrderProxy & { count: number }>(
          `SELECT p.id, p.country, p.ip, p.expires_at, count(*) OVER ()::int AS count,
                  CASE WHEN p.expires_at <= now() THEN 'expired' ELSE p.status END AS status
           FROM o JOIN proxy p ON p.order_id = o.id OR p.id = o.proxy_id ORDER BY p.id LIMIT ${MAX_PROXIES}`,
        ),
      () =>
        ofOrder<OrderTransaction>(
          `SELECT w.id, w.reference, w.type, w.status, w.description, ${toNairaSql('w.amount_kobo')} AS amount,
                  w.created_at FROM o JOIN wallet_transaction w ON ${LINES} ORDER BY w.id`,
        ),
      () =>
        ofOrder<OrderInvoice>(
          `SELECT i.id, i.number, i.kind, ${toNairaSql('i.total_kobo')} AS amount, i.issued_at
           FROM o JOIN invoice i ON ${DOCUMENTS} ORDER BY i.id`,
        ),
    );
    const proxy_count = proxies[0]?.count ?? 0;
    const shown = proxies.map(({ count: _, ...proxy }) => proxy);
    return { order: { ...order, timeline, proxies: shown, proxy_count, transactions, invoices } };
  }

  /** In the order of `ids`. */
  private async findByIds(ids: readonly RowId[]): Promise<AdminOrderResponse[]> {
    if (!ids.length) return [];
    return this.uow.manager.query<AdminOrderResponse[]>(
      `SELECT ${COLUMNS} FROM proxy_order t JOIN users u ON u.id = t.user_id
       LEFT JOIN wallet_transaction w ON w.id = t.transaction_id
       WHERE t.id = ANY($1::int[]) ORDER BY array_position($1::int[], t.id)`,
      [ids],
    );
  }
}

/** A reference is compared as a whole: no index knows the orders of those that contain a text. */
function toListQuery(actor: Actor, query: ListOrdersQuery): ListQuery {
  const { status, kind, search } = query;
  const { filters, order } = toRange(actor, query, amountOf('amount_kobo'));
  const list = buildListQuery(
    'proxy_order',
    [...filters, [status ? STATES[status] : 'TRUE'], [kind ? KINDS[kind] : 'TRUE']],
    {
      term: search,
      texts: [],
      owner: true,
      others: [
        [
          't.transaction_id = (SELECT w.id FROM wallet_transaction w WHERE w.reference = ?)',
          search?.toUpperCase(),
        ],
      ],
    },
  );
  return { ...list, order };
}
