import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { OrderStatus } from '../../proxies/orders/order.types';
import {
  hasReceipt,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '../../wallet/wallet.types';
import type { ManagedTransaction, TransactionStatistics } from './admin-transactions.types';

type Row = Record<string, unknown>;

interface Group {
  type: string;
  purpose: string;
  status: TransactionStatus;
  count: number;
  kobo: string;
}

/** Credits that bring nothing in: given back, lent for a chargeback, added or corrected by the shop. */
const NOT_INCOME = ['refund', 'debt', 'goodwill', 'correction', 'coupon', 'referral'];
const BOOKED: readonly TransactionStatus[] = ['successful', 'refunded'];

/** Purpose → key of the metadata with the id of a member of staff. */
const STAFF_KEYS: Record<string, string> = {
  funding: 'funded_by',
  correction: 'corrected_by',
  goodwill: 'accepted_by',
  topup: 'accepted_by',
};

/** Only where the shop wrote it: the metadata of a top-up is the client's until staff accept it. */
const STAFF_ID = `CASE
  WHEN t.purpose = 'funding' THEN (t.metadata->'funded_by')
  WHEN t.purpose = 'correction' THEN (t.metadata->'corrected_by')
  WHEN t.purpose = 'goodwill' OR (p.status = 'successful' AND p.reason IS NOT NULL)
    THEN (t.metadata->'accepted_by') END::text::int`;

const MAX_PROXY_IDS = 10;

/** The shop writes the metadata of refunds. */
const ORDER_ID = `CASE t.purpose
  WHEN 'purchase' THEN (SELECT own.id FROM proxy_order own WHERE own.transaction_id = t.id)
  WHEN 'refund' THEN (t.metadata->'order_id')::int END`;

/** Read only. Columns that the viewer may not see are not selected. */
@Injectable()
export class AdminTransactionsQueries {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order of `ids`. */
  async findByIds(
    ids: readonly (number | string)[],
    canViewMoney: boolean,
  ): Promise<ManagedTransaction[]> {
    if (!ids.length) return [];
    const rows = await this.uow.manager.query(
      `SELECT t.id, t.reference, t.type, t.currency, t.status, t.payment_method, t.description,
              t.metadata->>'proxy_type' AS proxy_type, t.metadata->>'funding_type' AS funding_type,
              t.created_at, t.processed_at, u.id AS user_id, u.name AS user_name,
              u.email AS user_email, p.id AS payment_id, p.reference AS payment_reference,
              p.status AS payment_status, p.reason AS payment_reason, t.purpose,
              o.id AS order_id, o.status AS order_status, goods.count AS proxies, goods.ids AS proxy_ids
              ${canViewMoney ? ', t.amount_kobo, t.metadata, staff.name AS staff_name' : ''}
       FROM wallet_transaction t JOIN users u ON u.id = t.user_id
       LEFT JOIN payment p ON p.transaction_id = t.id
       LEFT JOIN users staff ON staff.id = ${STAFF_ID}
       LEFT JOIN proxy_order o ON o.id = ${ORDER_ID}
       LEFT JOIN LATERAL (
         SELECT count(*)::int AS count, (array_agg(x.id ORDER BY x.id))[1:${MAX_PROXY_IDS}] AS ids
         FROM proxy x WHERE x.order_id = o.id OR x.id = o.proxy_id) goods ON true
       WHERE t.id = ANY($1::int[]) ORDER BY array_position($1::int[], t.id)`,
      [ids],
    );
    return rows.map((row: Row) => toTransaction(row, canViewMoney));
  }

  /** Over all wallets. */
  async getStatistics(): Promise<TransactionStatistics> {
    const groups: Group[] = await this.uow.manager.query(
      `SELECT type, purpose, status, count(*)::int AS count, sum(amount_kobo)::bigint AS kobo
       FROM wallet_transaction GROUP BY type, purpose, status`,
    );
    const count = (fits: (group: Group) => boolean) =>
      groups.filter(fits).reduce((sum, group) => sum + group.count, 0);
    const sum = (fits: (group: Group) => boolean) =>
      Money.kobo(groups.filter(fits).reduce((kobo, group) => kobo + BigInt(group.kobo), 0n));
    const booked = ({ status }: Group) => BOOKED.includes(status);
    const refunds = sum((group) => group.purpose === 'refund' && booked(group));
    const purchases = sum((group) => group.purpose === 'purchase' && booked(group));
    return {
      total: count(() => true),
      byStatus: Object.fromEntries(
        TRANSACTION_STATUSES.map((status) => [status, count((group) => group.status === status)]),
      ) as Record<TransactionStatus, number>,
      revenue: purchases.minus(refunds),
      refunds,
      pending: sum(({ status }) => status === 'pending'),
      credits: sum(
        (group) => group.type === 'credit' && !NOT_INCOME.includes(group.purpose) && booked(group),
      ),
      debits: sum((group) => group.type === 'debit' && group.purpose !== 'debt' && booked(group)),
    };
  }
}

const toTransaction = (row: Row, canViewMoney: boolean): ManagedTransaction => ({
  id: row.id as number,
  reference: row.reference as string,
  type: row.type as ManagedTransaction['type'],
  amount: canViewMoney ? Money.kobo(BigInt(row.amount_kobo as string)) : null,
  currency: row.currency as string,
  status: row.status as TransactionStatus,
  paymentMethod: row.payment_method as string | null,
  description: describe(row),
  metadata: canViewMoney ? nameStaff(row) : null,
  createdAt: row.created_at as Date,
  processedAt: row.processed_at as Date | null,
  user: {
    id: row.user_id as number,
    name: row.user_name as string,
    email: row.user_email as string,
  },
  payment:
    row.payment_id === null
      ? null
      : {
          id: row.payment_id as number,
          reference: row.payment_reference as string,
          status: row.payment_status as string,
          // A reason may name amounts.
          reason: canViewMoney ? (row.payment_reason as string | null) : null,
        },
  order:
    row.order_id === null
      ? null
      : {
          id: row.order_id as number,
          status: row.order_status as OrderStatus,
          proxies: row.proxies as number,
          proxyIds: (row.proxy_ids as number[] | null) ?? [],
        },
  hasReceipt: hasReceipt(row.purpose as string, row.status as string),
});

/** The metadata with the name of the member of staff instead of the id. */
function nameStaff({ metadata, purpose, staff_name: name }: Row): Record<string, unknown> {
  const entries = Object.entries(metadata as Record<string, unknown>);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      name && key === STAFF_KEYS[purpose as string] ? name : value,
    ]),
  );
}

/** Not redacted for sub-admins, since it contains no amounts. */
function describe({ description, proxy_type: proxy, funding_type: funding, type }: Row): string {
  const text = description as string;
  if (text.trim()) return text;
  if (proxy) return `${proxy as string} proxy purchase`;
  return funding || type === 'credit' ? 'Wallet funding' : 'Transaction';
}
