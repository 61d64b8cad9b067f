import { Injectable } from '@nestjs/common';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import type { Download } from '../../common/http/api.decorators';
import { toOffset, toPage, toPagination, type PageQuery } from '../../common/http/pagination.dto';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { toLabelSql } from '../../database/label-sql';
import { toDecimalSql, toNairaSql } from '../../database/naira';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';
import { UsersService } from '../../users/users.service';
import { transactionReversals } from '../../wallet/statement/reversal.types';
import type { TransactionPurpose } from '../../wallet/wallet.types';
import { ListExportService } from '../exports/list-export.service';
import type { SheetColumn } from '../exports/sheet-file';
import { toRange } from '../paging/list-range';
import { ListPaginator, toPaged, toTwoDigits, type IdPage } from '../paging/list-paginator';
import { buildListQuery, toWhere, type ListQuery } from '../paging/list-query';
import { QueryCache } from '../paging/query-cache';
import { can } from '../../common/security/permissions';
import { refuse } from './admin-users.errors';
import { lastSignIn } from './last-sign-in';
import {
  AdminUserListData,
  AdminUserResponse,
  AdminUserStatistics,
  ExportUsersDto,
  ListUsersQuery,
  UserPaymentsData,
  UserPurchasesData,
  UserWalletData,
} from './users.dto';

const USERS_PER_PAGE = 15;
const HISTORY_PER_PAGE = 10;
const STATISTICS_TABLES = ['users', 'ledger_account'];

type Ids = readonly (number | string)[];
type Filter = Pick<ListUsersQuery, 'status' | 'role'>;
type Search = PageQuery & { readonly search?: string };

/** The accounts that have this status and role, and the kobo of their wallets where the viewer may see money. */
interface UserGroup extends Required<Pick<AdminUserResponse, 'status' | 'role'>> {
  readonly count: number;
  readonly balance?: string;
}

const PURPOSE_LABELS: Record<TransactionPurpose, string> = {
  topup: 'Wallet Top-up',
  purchase: 'Proxy Purchase',
  refund: 'Refund',
  funding: 'Admin Funding',
  chargeback: 'Chargeback',
  debt: 'Debt',
  goodwill: 'Goodwill',
  correction: 'Correction',
  coupon: 'Coupon Bonus',
  referral: 'Referral Reward',
};

const WALLETS = `SELECT a.user_id FROM ledger_account a
  WHERE a.kind = 'wallet' AND a.currency = 'NGN' AND a.user_id`;
/** Who has no wallet yet has nothing. */
const BALANCES = {
  atLeast: `t.id IN (${WALLETS} IS NOT NULL AND a.balance_kobo >= ?)`,
  atMost: `NOT EXISTS (${WALLETS} = t.id AND a.balance_kobo > ?)`,
};

/** Open accounts under a filter. */
function buildUserListQuery(actor: Actor, query: ListUsersQuery): ListQuery {
  const { search, status, role } = query;
  const { filters, order } = toRange(actor, query, BALANCES);
  const list = buildListQuery(
    'users',
    [['t.closed_at IS NULL'], ['t.status = ?', status], ['t.role = ?', role], ...filters],
    { term: search, texts: ['t.name', 't.email::text', 't.phone'] },
  );
  return { ...list, order };
}

const BALANCE = `(SELECT a.balance_kobo FROM ledger_account a
                  WHERE a.user_id = t.id AND a.kind = 'wallet' AND a.currency = 'NGN')`;

const ORDERS = `
  SELECT o.id, '#' || o.id AS number, ${toLabelSql('o.type', KIND_OF_TYPE)} || CASE WHEN o.transaction_id IS NULL THEN ' trial' ELSE '' END AS type,
         ${toNairaSql('o.amount_kobo')} AS amount,
         o.created_at AS date,
         coalesce(p.count, 0)::int AS proxies, o.request->>'country' AS country,
         CASE o.request->>'country' WHEN '${RANDOM_LOCATION}' THEN 'Random' ELSE c.name END AS place,
         coalesce((o.request->>'durationMinutes')::int / 1440, (o.request->>'validityDays')::int, 0) AS duration,
         CASE WHEN o.status = 'refunded' THEN 'refunded'
              WHEN p.until > now() THEN 'active' ELSE 'expired' END AS status,
         ${transactionReversals('o.transaction_id')} AS reversals
  FROM proxy_order o LEFT JOIN catalog_country c ON c.code = o.request->>'country'
  LEFT JOIN LATERAL (
    SELECT count(*) AS count, max(p.expires_at) FILTER (WHERE p.status <> 'expired') AS until
    FROM proxy p WHERE p.order_id = o.id OR p.id = o.proxy_id) p ON true
  WHERE o.user_id = $1`;

const PAYMENTS = `
  SELECT t.id, ${toLabelSql('t.purpose', PURPOSE_LABELS)} AS type, t.created_at AS date,
         CASE WHEN t.purpose = 'refund' THEN -1 ELSE 1 END * ${toNairaSql('t.amount_kobo')} AS amount,
         ${toLabelSql('t.status', { successful: 'completed' })} AS status, t.reference,
         ${transactionReversals('t.id')} AS reversals,
         CASE WHEN t.purpose IN ('purchase', 'refund') THEN 'Wallet'
              WHEN t.purpose IN ('funding', 'goodwill', 'correction') THEN 'Admin'
              ELSE coalesce(upper(left(t.payment_method, 1)) || replace(substr(t.payment_method, 2), '_', ' '),
                            'N/A') END AS method
  FROM wallet_transaction t WHERE t.user_id = $1`;

/** Only transactions that were posted to the ledger. */
const MOVEMENTS = `
  SELECT t.id, t.type, ${toNairaSql('t.amount_kobo')} AS amount, t.description, t.reference,
         coalesce(t.processed_at, t.created_at) AS date, ${toNairaSql('e.balance_after_kobo')} AS balance_after,
         l.created_at < ledger_archived_until() AS is_archived
  FROM wallet_transaction t
  LEFT JOIN ledger_transaction l ON l.id = t.ledger_transaction_id
  -- Posted by one statement, so the time selects the partition.
  LEFT JOIN LATERAL (
    SELECT balance_after_kobo FROM ledger_entry
    WHERE transaction_id = l.id AND created_at = l.created_at AND balance_after_kobo IS NOT NULL
    LIMIT 1) e ON true
  WHERE t.user_id = $1 AND t.ledger_transaction_id IS NOT NULL`;

const EXPORTED: readonly SheetColumn<AdminUserResponse>[] = [
  { header: 'ID', kind: 'number', value: ({ id }) => id },
  { header: 'Name', kind: 'text', value: ({ name }) => name },
  { header: 'Email', kind: 'text', value: ({ email }) => email },
  { header: 'Phone', kind: 'text', value: ({ phone }) => phone },
  { header: 'Status', kind: 'text', value: ({ status }) => status },
  { header: 'Role', kind: 'text', value: ({ role }) => role },
  { header: 'Balance (NGN)', kind: 'naira', value: ({ balance }) => balance && Number(balance) },
  { header: 'Active proxies', kind: 'number', value: ({ stats }) => stats.active_proxies },
  { header: 'Purchases', kind: 'number', value: ({ stats }) => stats.total_purchases },
  { header: 'Spent (NGN)', kind: 'naira', value: ({ stats }) => stats.total_spent },
  { header: 'Created', kind: 'time', value: ({ created_at }) => created_at },
  { header: 'Email verified', kind: 'time', value: (user) => user.email_verified_at },
  { header: 'Last sign-in', kind: 'time', value: ({ last_login_at }) => last_login_at },
];

const toMoney = (kobo: string | null): Money => Money.kobo(BigInt(kobo ?? 0));

/** The cards over a list of users, from the groups that fit its filter. */
function toStatistics(
  groups: readonly UserGroup[],
  { status, role }: Filter,
  money: boolean,
): AdminUserStatistics {
  const fitting = groups.filter(
    (group) => (!status || group.status === status) && (!role || group.role === role),
  );
  const count = (some: readonly UserGroup[]) => some.reduce((sum, group) => sum + group.count, 0);
  const having = (one: string) => count(fitting.filter((group) => group.status === one));
  const balance = fitting.reduce(
    (sum, group) => sum.plus(toMoney(group.balance ?? null)),
    Money.zero,
  );
  return {
    total: count(fitting),
    active: having('active'),
    suspended: having('suspended'),
    total_balance: money ? balance.toDecimalString() : null,
  };
}

/** Users and what they bought, paid and moved. Read only; columns that the viewer may not see are not selected. */
@Injectable()
export class UserListService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UsersService,
    private readonly cache: QueryCache,
    private readonly paginator: ListPaginator,
    private readonly exports: ListExportService,
  ) {}

  async list(actor: Actor, query: ListUsersQuery): Promise<AdminUserListData> {
    const list = buildUserListQuery(actor, query);
    const page = toPage(query, USERS_PER_PAGE);
    const money = can(actor, 'money.read');
    const find = () => this.paginator.findPage(list, page, query.exact_total);
    let found: IdPage;
    let statistics: AdminUserStatistics;
    if (list.search) {
      found = await find();
      statistics = await this.countSearch(list, found, money);
    } else
      // The cached groups serve every status and role.
      [found, statistics] = await this.uow.all(find, async () => {
        const groups = buildUserListQuery(actor, { ...query, status: undefined, role: undefined });
        return toStatistics(await this.countGroups(groups, money), query, money);
      });
    const users = await this.findByIds(found.ids, money);
    return { users, pagination: toPagination(toPaged(found, users, page)), statistics };
  }

  /** All that match as a file. */
  export(actor: Actor, body: ExportUsersDto): Promise<Download> {
    const money = can(actor, 'money.read');
    return this.exports.export(actor, body, {
      ...{ name: 'users', title: 'Users', permission: 'users.read' },
      columns: EXPORTED,
      list: buildUserListQuery(actor, body),
      load: (ids) => this.findByIds(ids, money),
    });
  }

  /** @throws DomainError not_found. */
  async get(actor: Actor, id: number): Promise<AdminUserResponse> {
    const [user] = await this.findByIds([id], can(actor, 'money.read'));
    if (!user) throw refuse('USER_NOT_FOUND');
    return user;
  }

  async getPurchases(userId: number, query: Search): Promise<UserPurchasesData> {
    const columns = ['number', 'type', 'country', 'place', 'status'];
    const { rows, pagination } = await this.getHistory(ORDERS, columns, userId, query);
    return {
      purchases: rows.map(
        ({ number: _, place: __, ...row }) => row,
      ) as unknown[] as UserPurchasesData['purchases'],
      pagination,
    };
  }

  async getPayments(userId: number, query: Search): Promise<UserPaymentsData> {
    const columns = ['reference', 'type', 'method', 'status'];
    const { rows, pagination } = await this.getHistory(PAYMENTS, columns, userId, query);
    return { payments: rows as unknown[] as UserPaymentsData['payments'], pagination };
  }

  async getWallet(userId: number, query: Search): Promise<UserWalletData> {
    const columns = ['reference', 'description', 'type'];
    const { rows, pagination } = await this.getHistory(MOVEMENTS, columns, userId, query);
    const wallet = rows.map(({ is_archived, ...row }) => ({
      ...row,
      ...(is_archived === true && { is_archived }),
    }));
    return { wallet: wallet as unknown[] as UserWalletData['wallet'], pagination };
  }

  /** Open accounts among `ids`, in their order. */
  private async findByIds(ids: Ids, withMoney: boolean): Promise<AdminUserResponse[]> {
    if (!ids.length) return [];
    const [balance, spent] = withMoney
      ? [toDecimalSql(`coalesce(${BALANCE}, 0)`), toNairaSql('orders.spent')]
      : ['NULL', 'NULL'];
    return this.uow.manager.query<AdminUserResponse[]>(
      `SELECT t.id, t.name, t.email, t.phone, t.status, t.role, t.created_at, t.email_verified_at,
              ${lastSignIn('t')} AS last_login_at,
              (SELECT r.name FROM staff_role r WHERE r.id = t.staff_role_id) AS staff_role,
              (SELECT json_build_object('id', o.id, 'name', o.name)
               FROM team_member m JOIN users o ON o.id = m.owner_id WHERE m.member_id = t.id) AS team_owner,
              (SELECT count(*)::int FROM team_member m WHERE m.owner_id = t.id) AS team_members,
              ${balance} AS balance, json_build_object(
                'active_proxies', (SELECT count(*)::int FROM proxy p WHERE p.user_id = t.id
                  AND p.status = 'active' AND p.expires_at > now()),
                'total_purchases', orders.total_purchases, 'total_spent', ${spent}) AS stats
       FROM users t CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE o.status <> 'refunded' AND o.amount_kobo > 0)::int AS total_purchases,
                coalesce(sum(o.amount_kobo - o.refunded_kobo), 0) AS spent
         FROM proxy_order o WHERE o.user_id = t.id) orders
       WHERE t.id = ANY($1::int[]) AND t.closed_at IS NULL
       ORDER BY array_position($1::int[], t.id)`,
      [ids],
    );
  }

  /** As exact as the total of the list. */
  private async countSearch(
    list: ListQuery,
    found: IdPage,
    money: boolean,
  ): Promise<AdminUserStatistics> {
    if (found.isEstimate) return this.estimate(list, found.total);
    const groups = found.all
      ? this.queryGroups('t.id = ANY($1::int[])', [found.all], money)
      : this.countGroups(list, money);
    return toStatistics(await groups, {}, money);
  }

  private countGroups(list: ListQuery, money: boolean): Promise<UserGroup[]> {
    const where = toWhere(list);
    const key = JSON.stringify(['users', money, where, list.values]);
    return this.cache.getOrCompute(key, STATISTICS_TABLES, () =>
      this.queryGroups(where, list.values, money),
    );
  }

  private queryGroups(
    where: string,
    values: readonly unknown[],
    money: boolean,
  ): Promise<UserGroup[]> {
    return this.uow.manager.query<UserGroup[]>(
      `SELECT t.status, t.role, count(*)::int AS count
              ${money ? ', coalesce(sum(a.balance_kobo), 0)::bigint AS balance' : ''}
       FROM users t ${money ? `LEFT JOIN ledger_account a ON a.user_id = t.id AND a.kind = 'wallet' AND a.currency = 'NGN'` : ''}
       WHERE ${where} GROUP BY t.status, t.role`,
      [...values],
    );
  }

  /** An amount is never estimated. */
  private async estimate(list: ListQuery, total: number): Promise<AdminUserStatistics> {
    const key = JSON.stringify(['user estimates', toWhere(list), list.values]);
    const sampled = await this.cache.getOrCompute(key, STATISTICS_TABLES, () =>
      this.paginator.sample<{ status: string; count: number }>(
        list,
        't.status, count(*)::int AS count',
        `WHERE ${toWhere(list)} GROUP BY t.status`,
      ),
    );
    const sum = sampled.reduce((hits, { count }) => hits + count, 0);
    const share = (status: string) => {
      const hits = sampled.find((group) => group.status === status)?.count ?? 0;
      return hits === sum ? total : toTwoDigits((total * hits) / sum);
    };
    return {
      ...{ total, active: share('active'), suspended: share('suspended') },
      ...{ total_balance: null, is_estimate: true },
    };
  }

  /** Starts from the user's own index. @throws DomainError not_found. */
  private async getHistory(sql: string, columns: string[], userId: number, query: Search) {
    if (!(await this.users.findById(userId))) throw refuse('USER_NOT_FOUND');
    const page = toPage(query, HISTORY_PER_PAGE);
    const matches = columns.map((column) => `${column} ILIKE $2`).join(' OR ');
    const where = query.search ? `WHERE ${matches}` : 'WHERE $2::text IS NULL';
    const values = [userId, query.search ? toLikePattern(query.search) : null];
    const [rows, [{ total }]] = await Promise.all([
      this.uow.manager.query<Record<string, unknown>[]>(
        `SELECT * FROM (${sql}) line ${where} ORDER BY date DESC, id DESC LIMIT $3 OFFSET $4`,
        [...values, page.perPage, toOffset(page)],
      ),
      this.uow.manager.query<[{ total: number }]>(
        `SELECT count(*)::int AS total FROM (${sql}) line ${where}`,
        values,
      ),
    ]);
    return { rows, pagination: toPagination({ rows, total, page }) };
  }
}
