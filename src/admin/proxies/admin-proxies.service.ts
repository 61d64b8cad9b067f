import { Injectable, Logger } from '@nestjs/common';
import { CatalogService } from '../../catalog/catalog.service';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import { withMessage } from '../../common/http/api.decorators';
import type { Download } from '../../common/http/api.decorators';
import { toPage, toPagination } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { toLabelSql } from '../../database/label-sql';
import { toNairaSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { unknownProxy } from '../../proxies/proxies.errors';
import { ProxyCredentialsService } from '../../proxies/proxy-credentials.service';
import { ProxyLifecycleService } from '../../proxies/proxy-lifecycle.service';
import { KIND_OF_TYPE, MEGABYTE, TYPE_ALIASES } from '../../proxies/proxy.types';
import { proxyReversals } from '../../wallet/statement/reversal.types';
import { ListExportService } from '../exports/list-export.service';
import type { SheetColumn } from '../exports/sheet-file';
import { amountOf, toRange } from '../paging/list-range';
import { ListPaginator, toPaged } from '../paging/list-paginator';
import { buildListQuery, type ListQuery } from '../paging/list-query';
import { QueryCache } from '../paging/query-cache';
import { can } from '../../common/security/permissions';
import type {
  AdminProxyListData,
  AdminProxyResponse,
  AdminProxyStatistics,
  CountryCount,
  ExportProxiesDto,
  ListProxiesQuery,
  TopProxyUser,
} from './proxies.dto';

const PER_PAGE = 10;
const TOP = 5;
const COUNTRY = /^[a-z]{2}$/;
const TABLES = ['proxy', 'proxy_order'];

const OVER = `t.status = 'expired' OR t.expires_at <= now()`;
const STATUS = {
  expired: OVER,
  active: `t.status = 'active' AND t.expires_at > now()`,
  suspended: `t.status = 'suspended' AND t.expires_at > now()`,
} as const;

/** Two decimals, rounded down. */
const toMegabytesSql = (bytes: string): string =>
  `(div(${bytes}::numeric * 100, ${MEGABYTE}) / 100)::float8`;

const PRICE = `${toNairaSql('t.price_kobo')} AS price`;
const SECRETS = `t.username, t.password_encrypted, t.host || ':' || CASE t.protocol WHEN 'socks5' THEN t.port_socks5 ELSE t.port END AS connection_string`;
const NO_SECRETS = `NULL AS username, NULL AS password_encrypted, NULL AS connection_string`;

const EXPORTED: readonly SheetColumn<AdminProxyResponse>[] = [
  { header: 'ID', kind: 'number', value: ({ id }) => id },
  { header: 'UUID', kind: 'text', value: ({ uuid }) => uuid },
  { header: 'Type', kind: 'text', value: ({ type }) => type },
  { header: 'Status', kind: 'text', value: (row) => (row.is_expired ? 'expired' : row.status) },
  { header: 'Location', kind: 'text', value: ({ location }) => location },
  { header: 'Region', kind: 'text', value: ({ region }) => region },
  { header: 'City', kind: 'text', value: ({ city }) => city },
  { header: 'ISP', kind: 'text', value: ({ isp }) => isp },
  { header: 'Protocol', kind: 'text', value: ({ protocol }) => protocol },
  { header: 'IP', kind: 'text', value: ({ ip }) => ip },
  { header: 'Price (NGN)', kind: 'naira', value: ({ price }) => price },
  { header: 'Used (MB)', kind: 'number', value: ({ pool_data: { used_mb } }) => used_mb },
  { header: 'Limit (MB)', kind: 'number', value: ({ pool_data: { limit_mb } }) => limit_mb },
  { header: 'Created', kind: 'time', value: ({ created_at }) => created_at },
  { header: 'Expires', kind: 'time', value: ({ expires_at }) => expires_at },
  { header: 'User ID', kind: 'number', value: ({ user }) => user.id },
  { header: 'User', kind: 'text', value: ({ user }) => user.name },
  { header: 'Email', kind: 'text', value: ({ user }) => user.email },
];

/** The proxies of all users. Columns that the viewer may not see are not selected. */
@Injectable()
export class AdminProxiesService {
  private readonly logger = new Logger(AdminProxiesService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly catalog: CatalogService,
    private readonly lifecycle: ProxyLifecycleService,
    private readonly credentials: ProxyCredentialsService,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
    private readonly exports: ListExportService,
  ) {}

  async list(actor: Actor, query: ListProxiesQuery): Promise<AdminProxyListData> {
    const money = can(actor, 'money.read');
    const page = toPage(query, PER_PAGE);
    const source = await this.toListQuery(actor, query);
    const [found, statistics] = await this.uow.all(
      () => this.paginator.findPage(source, page, query.exact_total),
      () => this.cache.getOrCompute('proxies', TABLES, () => this.getStatistics()),
    );
    const proxies = await this.findByIds(found.ids, actor);
    return {
      proxies,
      pagination: toPagination(toPaged(found, proxies, page)),
      statistics: money ? statistics : { ...statistics, total_revenue: null },
    };
  }

  /** All that match as a file, without credentials. */
  async export(actor: Actor, body: ExportProxiesDto): Promise<Download> {
    return this.exports.export(actor, body, {
      ...{ name: 'proxies', title: 'Proxies', permission: 'proxies.read' },
      columns: EXPORTED,
      list: await this.toListQuery(actor, body),
      load: (ids) => this.findByIds(ids, actor, false),
    });
  }

  async suspend(actor: Actor, id: number, reason: string): Promise<AdminProxyResponse> {
    await this.lifecycle.suspend(actor, id, reason);
    return this.get(actor, id, 'Proxy suspended.');
  }

  async resume(actor: Actor, id: number, reason: string): Promise<AdminProxyResponse> {
    await this.lifecycle.resume(actor, id, reason);
    return this.get(actor, id, 'Proxy resumed.');
  }

  async reissueCredentials(actor: Actor, id: number, reason: string): Promise<AdminProxyResponse> {
    await this.lifecycle.reissueCredentials(actor, id, reason);
    return this.get(actor, id, 'The new credentials are active.');
  }

  private async get(actor: Actor, id: number, message: string): Promise<AdminProxyResponse> {
    const [proxy] = await this.findByIds([id], actor);
    if (!proxy) throw unknownProxy();
    return withMessage(proxy, message);
  }

  private async toListQuery(actor: Actor, query: ListProxiesQuery): Promise<ListQuery> {
    const { search, status, type, user_id: userId } = query;
    const { filters, order } = toRange(actor, query, amountOf('price_kobo'));
    const secrets = can(actor, 'proxies.manage');
    const text = (search ?? '').toLowerCase();
    const countries = text ? await this.catalog.searchCountryCodes(text) : [];
    if (COUNTRY.test(text)) countries.push(text);
    if (text && 'random'.startsWith(text)) countries.push(RANDOM_LOCATION);
    const types = Object.entries(TYPE_ALIASES)
      .filter(([alias, stored]) => alias.startsWith(text) || stored.startsWith(text))
      .map(([, stored]) => stored);
    const list = buildListQuery(
      'proxy',
      [
        ...filters,
        [status ? STATUS[status] : 'TRUE'],
        ['t.type = ?', type && TYPE_ALIASES[type]],
        ['t.user_id = ?', userId],
      ],
      {
        term: search,
        texts: ['t.uuid::text', 't.ip', ...(secrets ? ['t.username'] : [])],
        owner: true,
        others: [
          ...(countries.length ? [['t.country = ANY(?)', countries] as const] : []),
          ...(types.length ? [['t.type = ANY(?)', types] as const] : []),
        ],
        isIndexed: !types.length,
      },
    );
    return { ...list, order };
  }

  /** In the order of `ids`. @param withSecrets for a viewer who may see credentials. */
  private async findByIds(
    ids: readonly (number | string)[],
    actor: Actor,
    withSecrets = true,
  ): Promise<AdminProxyResponse[]> {
    if (!ids.length) return [];
    const money = can(actor, 'money.read');
    const secrets = withSecrets && can(actor, 'proxies.manage') ? SECRETS : NO_SECRETS;
    type Row = Omit<AdminProxyResponse, 'password'> & {
      readonly password_encrypted: string | null;
    };
    const rows = await this.uow.manager.query<Row[]>(
      `SELECT t.id, t.uuid, t.order_id, ${toLabelSql('t.type', KIND_OF_TYPE)} AS type, t.status, (${OVER}) AS is_expired,
              CASE WHEN ${OVER} THEN 0
                   ELSE ceil(extract(epoch FROM t.expires_at - now()) / 86400)::int END AS days_until_expiration,
              t.country AS location, t.region, t.city, t.isp, t.protocol, t.host, t.port, t.port_socks5, t.ip,
              t.created_at, t.expires_at, ${proxyReversals('t', money)} AS reversals, ${money ? PRICE : 'NULL AS price'}, ${secrets},
              CASE WHEN t.limit_bytes > 0
                   THEN least(100, div(t.used_bytes::numeric * 1000, t.limit_bytes) / 10)::float8
                   ELSE 0 END AS bandwidth_usage_percentage,
              json_build_object(
                'used_mb', ${toMegabytesSql('t.used_bytes')}, 'limit_mb', ${toMegabytesSql('t.limit_bytes')},
                'session_id', t.session_id, 'ttl_minutes', t.ttl_minutes) AS pool_data,
              json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'role', u.role) AS user
       FROM proxy t JOIN users u ON u.id = t.user_id
       WHERE t.id = ANY($1::int[]) ORDER BY array_position($1::int[], t.id)`,
      [ids],
    );
    return rows.map(({ password_encrypted: encrypted, ...proxy }) => ({
      ...proxy,
      password: encrypted === null ? null : this.decryptPassword(proxy, encrypted),
    }));
  }

  /** Over all proxies. */
  private async getStatistics(): Promise<AdminProxyStatistics> {
    const { manager } = this.uow;
    type Totals = Omit<AdminProxyStatistics, 'total_revenue' | 'top_countries' | 'top_users'>;
    const [[totals], [revenue], top_countries, top_users] = await this.uow.all(
      () =>
        manager.query<[Totals]>(
          `SELECT count(*)::int AS total_proxies,
                count(*) FILTER (WHERE status = 'active' AND expires_at > now())::int AS active_proxies,
                count(DISTINCT user_id)::int AS total_users FROM proxy`,
        ),
      () =>
        manager.query<[Pick<AdminProxyStatistics, 'total_revenue'>]>(
          `SELECT ${toNairaSql('coalesce(sum(amount_kobo - refunded_kobo), 0)')} AS total_revenue FROM proxy_order`,
        ),
      () =>
        manager.query<CountryCount[]>(
          `SELECT country, count(*)::int AS count FROM proxy GROUP BY country
         ORDER BY count DESC, country LIMIT ${TOP}`,
        ),
      () =>
        manager.query<TopProxyUser[]>(
          `SELECT u.id AS user_id, u.name AS user_name, u.email AS user_email, top.count AS proxy_count FROM (
           SELECT user_id, count(*)::int AS count FROM proxy GROUP BY user_id
           ORDER BY count DESC, user_id LIMIT ${TOP}) top
         JOIN users u ON u.id = top.user_id ORDER BY top.count DESC, u.id`,
        ),
    );
    return { ...totals, ...revenue, top_countries, top_users };
  }

  /** Null for a row that was encrypted with another key, so that the rest of the list still loads. */
  private decryptPassword(
    { id, uuid }: Pick<AdminProxyResponse, 'id' | 'uuid'>,
    encrypted: string,
  ): string | null {
    try {
      return this.credentials.decrypt(uuid, encrypted);
    } catch (error) {
      this.logger.error(
        { err: error, proxyId: id },
        'The password of a proxy cannot be opened: was it encrypted with another APP_KEY?',
      );
      return null;
    }
  }
}
