import { Injectable } from '@nestjs/common';
import type { Download } from '../../common/http/api.decorators';
import { toPage, toPagination } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { toNairaSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { transactionReversals } from '../../wallet/statement/reversal.types';
import { TransactionReceiptService } from '../../wallet/statement/receipt.service';
import { receiptNotFound } from '../../wallet/wallet.errors';
import { hasReceipt } from '../../wallet/wallet.types';
import { AFFECTED_TRANSACTIONS } from '../attention';
import { ListExportService } from '../exports/list-export.service';
import type { SheetColumn } from '../exports/sheet-file';
import { amountOf, toRange } from '../paging/list-range';
import { ListPaginator, toPaged } from '../paging/list-paginator';
import { buildListQuery, type ListQuery } from '../paging/list-query';
import { QueryCache } from '../paging/query-cache';
import { can } from '../../common/security/permissions';
import type {
  AdminTransactionListData,
  AdminTransactionResponse,
  AdminTransactionStatistics,
  ExportTransactionsDto,
  ListTransactionsQuery,
} from './transactions.dto';

const PER_PAGE = 10;
const MAX_PROXY_IDS = 10;
const TABLE = 'wallet_transaction';

/** Credits that bring nothing in: given back, lent for a chargeback, added or corrected by the shop. */
const NOT_INCOME = `('refund', 'debt', 'goodwill', 'correction', 'coupon', 'referral')`;
const BOOKED = `status IN ('successful', 'refunded')`;

/** Only where the shop wrote it: the metadata of a top-up is the client's until staff accept it. */
const STAFF_KEY = `CASE
  WHEN t.purpose = 'funding' THEN 'funded_by'
  WHEN t.purpose = 'correction' THEN 'corrected_by'
  WHEN t.purpose = 'goodwill' OR (p.status = 'successful' AND p.reason IS NOT NULL)
    THEN 'accepted_by' END`;

/** The shop writes the metadata of refunds. */
const ORDER_ID = `CASE t.purpose
  WHEN 'purchase' THEN (SELECT own.id FROM proxy_order own WHERE own.transaction_id = t.id)
  WHEN 'refund' THEN (t.metadata->'order_id')::int END`;

/** Not redacted for sub-admins, since it contains no amounts. */
const DESCRIPTION = `CASE
  WHEN t.description ~ '\\S' THEN t.description
  WHEN t.metadata->>'proxy_type' <> '' THEN (t.metadata->>'proxy_type') || ' proxy purchase'
  WHEN t.metadata->>'funding_type' <> '' OR t.type = 'credit' THEN 'Wallet funding'
  ELSE 'Transaction' END`;

const EXPORTED: readonly SheetColumn<AdminTransactionResponse>[] = [
  { header: 'ID', kind: 'number', value: ({ id }) => id },
  { header: 'Date', kind: 'time', value: ({ created_at }) => created_at },
  { header: 'Reference', kind: 'text', value: ({ reference }) => reference },
  { header: 'Description', kind: 'text', value: ({ description }) => description },
  { header: 'Type', kind: 'text', value: ({ type }) => type },
  { header: 'Purpose', kind: 'text', value: ({ purpose }) => purpose },
  { header: 'Amount (NGN)', kind: 'naira', value: ({ amount }) => amount },
  { header: 'Status', kind: 'text', value: ({ status }) => status },
  { header: 'Method', kind: 'text', value: ({ payment_method }) => payment_method },
  { header: 'Provider reference', kind: 'text', value: (row) => row.korapay_reference },
  { header: 'Processed', kind: 'time', value: ({ processed_at }) => processed_at },
  { header: 'Order ID', kind: 'number', value: ({ order }) => order?.id ?? null },
  { header: 'User ID', kind: 'number', value: ({ user }) => user.id },
  { header: 'User', kind: 'text', value: ({ user }) => user.name },
  { header: 'Email', kind: 'text', value: ({ user }) => user.email },
];

type Amounts = Record<(typeof AMOUNTS)[number], null>;
const AMOUNTS = [
  ...(['total_revenue', 'total_refunds', 'pending_amount'] as const),
  ...(['credit_revenue', 'debit_amount'] as const),
];
const NO_AMOUNTS = Object.fromEntries(AMOUNTS.map((name) => [name, null])) as Amounts;

/** The transactions of all wallets. Columns that the viewer may not see are not selected. */
@Injectable()
export class AdminTransactionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
    private readonly receipts: TransactionReceiptService,
    private readonly exports: ListExportService,
  ) {}

  async list(actor: Actor, query: ListTransactionsQuery): Promise<AdminTransactionListData> {
    const page = toPage(query, PER_PAGE);
    const [found, statistics] = await this.uow.all(
      () => this.paginator.findPage(toListQuery(actor, query), page, query.exact_total),
      () => this.cache.getOrCompute('transactions', [TABLE], () => this.getStatistics()),
    );
    const money = can(actor, 'money.read');
    const transactions = await this.findByIds(found.ids, money);
    return {
      transactions,
      pagination: toPagination(toPaged(found, transactions, page)),
      statistics: { ...statistics, ...(money ? {} : NO_AMOUNTS) },
    };
  }

  /** All that match as a file. */
  export(actor: Actor, body: ExportTransactionsDto): Promise<Download> {
    const money = can(actor, 'money.read');
    return this.exports.export(actor, body, {
      ...{ name: 'transactions', title: 'Transactions', permission: 'transactions.read' },
      columns: EXPORTED,
      list: toListQuery(actor, body),
      load: (ids) => this.findByIds(ids, money),
    });
  }

  /** @throws DomainError not_found RECEIPT_NOT_FOUND. */
  async generateReceipt(id: number): Promise<Download> {
    const [transaction] = await this.findByIds([id], true);
    if (!transaction) throw receiptNotFound();
    const { id: userId, name, email } = transaction.user;
    return this.receipts.generate({ userId, name, email }, id);
  }

  /** In the order of `ids`. A reason of a payment may name amounts. */
  private async findByIds(
    ids: readonly (number | string)[],
    money: boolean,
  ): Promise<AdminTransactionResponse[]> {
    if (!ids.length) return [];
    const visible = (sql: string) => (money ? sql : 'NULL');
    const rows = await this.uow.manager.query<AdminTransactionResponse[]>(
      `SELECT t.id, t.reference, t.type, t.currency, t.status, t.payment_method, t.created_at,
              t.processed_at, t.purpose, p.reference AS korapay_reference, ${DESCRIPTION} AS description,
              ${visible(toNairaSql('t.amount_kobo'))} AS amount,
              ${visible(`CASE WHEN staff.name <> ''
                THEN jsonb_set(t.metadata, ARRAY[${STAFF_KEY}], to_jsonb(staff.name))
                ELSE t.metadata END`)} AS metadata,
              ${transactionReversals('t.id', money)} AS reversals,
              json_build_object('id', u.id, 'name', u.name, 'email', u.email) AS user,
              CASE WHEN p.id IS NOT NULL THEN json_build_object(
                'id', p.id, 'status', p.status, 'reason', ${visible('p.reason')}) END AS payment,
              CASE WHEN o.id IS NOT NULL THEN json_build_object(
                'id', o.id, 'status', o.status, 'proxies', goods.count,
                'proxy_ids', coalesce(goods.ids, '{}')) END AS order
       FROM ${TABLE} t JOIN users u ON u.id = t.user_id
       LEFT JOIN payment p ON p.transaction_id = t.id
       LEFT JOIN users staff ON staff.id = (t.metadata->(${STAFF_KEY}))::text::int
       LEFT JOIN proxy_order o ON o.id = ${ORDER_ID}
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS count, (array_agg(x.id ORDER BY x.id))[1:${MAX_PROXY_IDS}] AS ids
         FROM proxy x WHERE x.order_id = o.id OR x.id = o.proxy_id) goods ON true
       WHERE t.id = ANY($1::int[]) ORDER BY array_position($1::int[], t.id)`,
      [ids],
    );
    return rows.map((row) => ({ ...row, has_receipt: hasReceipt(row.purpose, row.status) }));
  }

  /** Over all wallets. */
  private async getStatistics(): Promise<AdminTransactionStatistics> {
    const count = (status: string) =>
      `coalesce(sum(count) FILTER (WHERE status = '${status}'), 0)::int`;
    const sum = (where: string) => `coalesce(sum(kobo) FILTER (WHERE ${where}), 0)`;
    const refunds = sum(`purpose = 'refund' AND ${BOOKED}`);
    const [row] = await this.uow.manager.query<[AdminTransactionStatistics]>(
      `SELECT coalesce(sum(count), 0)::int AS total_transactions,
              ${count('successful')} AS successful_transactions,
              ${count('failed')} AS failed_transactions,
              ${count('cancelled')} AS cancelled_transactions,
              ${count('refunded')} AS refunded_transactions,
              ${count('pending')} AS pending_transactions,
              ${toNairaSql(`${sum(`purpose = 'purchase' AND ${BOOKED}`)} - ${refunds}`)} AS total_revenue,
              ${toNairaSql(refunds)} AS total_refunds,
              ${toNairaSql(sum(`status = 'pending'`))} AS pending_amount,
              ${toNairaSql(sum(`type = 'credit' AND purpose NOT IN ${NOT_INCOME} AND ${BOOKED}`))} AS credit_revenue,
              ${toNairaSql(sum(`type = 'debit' AND purpose <> 'debt' AND ${BOOKED}`))} AS debit_amount
       FROM (SELECT type, purpose, status, count(*) AS count, sum(amount_kobo) AS kobo
             FROM ${TABLE} GROUP BY type, purpose, status) g`,
    );
    return row;
  }
}

/** Lines of all wallets under a filter. */
function toListQuery(actor: Actor, query: ListTransactionsQuery): ListQuery {
  const { status, type, attention, search } = query;
  const { filters, order } = toRange(actor, query, amountOf('amount_kobo'));
  const list = buildListQuery(
    TABLE,
    [
      ...filters,
      ['t.status = ?', status],
      ['t.type = ?', type],
      [attention ? `t.id IN (${AFFECTED_TRANSACTIONS[attention]})` : 'TRUE'],
    ],
    { term: search, texts: ['t.reference', 't.description'], owner: true },
  );
  return { ...list, order };
}
