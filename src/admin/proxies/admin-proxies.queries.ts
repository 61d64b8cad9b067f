import { Injectable, Logger } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyCredentialsService } from '../../proxies/proxy-credentials.service';
import { KIND_OF_TYPE, type ProxyType } from '../../proxies/proxy.types';
import type { ManagedProxy, ProxyStatistics, ProxyCredentials } from './admin-proxies.types';

const TOP = 5;

type Row = Record<string, unknown>;

/** Read only. Columns that the viewer may not see are not selected. */
@Injectable()
export class AdminProxiesQueries {
  private readonly logger = new Logger(AdminProxiesQueries.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly passwords: ProxyCredentialsService,
  ) {}

  /** In the order of `ids`. */
  async findByIds(
    ids: readonly (number | string)[],
    withSecrets: boolean,
  ): Promise<ManagedProxy[]> {
    if (!ids.length) return [];
    const secrets = withSecrets ? ', t.username, t.password_encrypted, t.price_kobo' : '';
    const rows = await this.uow.manager.query(
      `SELECT t.id, t.uuid, t.type, t.status, (t.status = 'expired' OR t.expires_at <= now()) AS is_expired,
              t.country, t.region, t.city, t.isp, t.protocol, t.host, t.port, t.port_socks5, t.ip,
              t.ttl_minutes, t.session_id, t.limit_bytes, t.used_bytes, t.created_at, t.expires_at,
              u.id AS user_id, u.name AS user_name, u.email AS user_email, u.role AS user_role${secrets}
       FROM proxy t JOIN users u ON u.id = t.user_id
       WHERE t.id = ANY($1::int[]) ORDER BY array_position($1::int[], t.id)`,
      [ids],
    );
    return rows.map((row: Row) => toProxy(row, withSecrets ? this.toCredentials(row) : null));
  }

  /** Over all proxies. */
  async getStatistics(): Promise<ProxyStatistics> {
    const [[totals], [revenue], countries, users] = await this.uow.all(
      () =>
        this.uow.manager.query(
          `SELECT count(*)::int AS total,
                count(*) FILTER (WHERE status = 'active' AND expires_at > now())::int AS active,
                count(DISTINCT user_id)::int AS owners FROM proxy`,
        ),
      () =>
        this.uow.manager.query(
          `SELECT coalesce(sum(amount_kobo - refunded_kobo), 0)::bigint AS kobo FROM proxy_order`,
        ),
      () =>
        this.uow.manager.query(
          `SELECT country, count(*)::int AS count FROM proxy GROUP BY country
         ORDER BY count DESC, country LIMIT ${TOP}`,
        ),
      () =>
        this.uow.manager.query(
          `SELECT u.id, u.name, u.email, top.count FROM (
           SELECT user_id, count(*)::int AS count FROM proxy GROUP BY user_id
           ORDER BY count DESC, user_id LIMIT ${TOP}) top
         JOIN users u ON u.id = top.user_id ORDER BY top.count DESC, u.id`,
        ),
    );
    return { ...totals, revenue: Money.kobo(BigInt(revenue.kobo)), countries, users };
  }

  private toCredentials(row: Row): ProxyCredentials {
    return {
      username: row.username as string,
      password: this.decryptPassword(row),
      price: Money.kobo(BigInt(row.price_kobo as string)),
    };
  }

  /** Null for a row that was encrypted with another key, so that the rest of the list still loads. */
  private decryptPassword({ id, uuid, password_encrypted: encrypted }: Row): string | null {
    try {
      return this.passwords.decrypt(uuid as string, encrypted as string);
    } catch (error) {
      this.logger.error(
        { err: error, proxyId: id },
        'The password of a proxy cannot be opened: was it encrypted with another APP_KEY?',
      );
      return null;
    }
  }
}

const toProxy = (row: Row, secrets: ProxyCredentials | null): ManagedProxy => ({
  id: row.id as number,
  uuid: row.uuid as string,
  type: KIND_OF_TYPE[row.type as ProxyType],
  status: row.status as ManagedProxy['status'],
  isExpired: row.is_expired as boolean,
  location: row.country as string,
  region: row.region as string | null,
  city: row.city as string | null,
  isp: row.isp as string | null,
  protocol: row.protocol as ManagedProxy['protocol'],
  host: row.host as string,
  port: row.port as number,
  portSocks5: row.port_socks5 as number,
  ip: row.ip as string | null,
  secrets,
  createdAt: row.created_at as Date,
  expiresAt: row.expires_at as Date,
  usedBytes: BigInt(row.used_bytes as string),
  limitBytes: row.limit_bytes === null ? null : BigInt(row.limit_bytes as string),
  sessionId: row.session_id as string | null,
  ttlMinutes: row.ttl_minutes as number | null,
  user: {
    id: row.user_id as number,
    name: row.user_name as string,
    email: row.user_email as string,
    role: row.user_role as ManagedProxy['user']['role'],
  },
});
