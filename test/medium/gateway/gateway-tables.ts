import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { AppConfig } from '../../../src/config/app-config';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertSoldProxy } from '../../support/sold-proxy';
import { toDigest } from './fixtures';

export const SUB_USER_PASSWORD = 'of-tunde';

interface ProxyColumns {
  username?: string;
  user_id?: number;
  [column: string]: unknown;
}

/** The gateway's tables in a fresh database. */
export class GatewayTables {
  private constructor(
    private readonly database: TestDatabase,
    readonly admin: Client,
  ) {}

  static async open(): Promise<GatewayTables> {
    const database = await createTestDatabase();
    const admin = new Client({ connectionString: database.url });
    await admin.connect();
    return new GatewayTables(database, admin);
  }

  get url(): string {
    return this.database.url;
  }

  addExit(more: Record<string, unknown> = {}): Promise<number> {
    return this.insert('exit_node', {
      kind: 'residential',
      country: 'ng',
      leave: 'local',
      local_address: '127.10.0.1',
      simulated: true,
      ...more,
    });
  }

  /** @param columns of the proxy; without `user_id`, a new customer owns it. @returns its id. */
  async addProxy(
    config: AppConfig,
    { username = 'user1', user_id, ...columns }: ProxyColumns = {},
  ): Promise<number> {
    return insertSoldProxy(async (...query) => (await this.admin.query(...query)).rows, {
      username,
      userId: user_id ?? (await this.addUser()),
      digest: toDigest(config),
      columns,
    });
  }

  /** Somebody to whom the owner of a proxy has given credentials; without limits. */
  addSubUser(
    config: AppConfig,
    proxyId: number,
    more: Record<string, unknown> = {},
    password = SUB_USER_PASSWORD,
  ): Promise<number> {
    return this.insert('gateway_sub_user', {
      ...{ proxy_id: proxyId, context_id: proxyId },
      name: 'tunde',
      password_digest: toDigest(config, password),
      password_encrypted: 'encrypted',
      ...more,
    });
  }

  /** Stored usage of a sub-user, in bytes, and what gateways hold of its limits. */
  async storedOf(subUserId: number) {
    const { rows } = await this.admin.query<{ bytes: string; requests: string; leased: string }>(
      `SELECT coalesce(sum(bytes_up + bytes_down), 0) AS bytes, coalesce(sum(requests), 0) AS requests,
              (SELECT coalesce(sum(bytes), 0) FROM gateway_sub_user_lease WHERE sub_user_id = $1) AS leased
       FROM gateway_sub_user_day WHERE sub_user_id = $1`,
      [subUserId],
    );
    const { bytes = 0, requests = 0, leased = 0 } = rows[0] ?? {};
    return { bytes: +bytes, requests: +requests, leased: +leased };
  }

  addUser(more: Record<string, unknown> = {}): Promise<number> {
    return this.insert('users', {
      name: 'Ada',
      email: `${randomUUID()}@example.com`,
      role: 'user',
      ...more,
    });
  }

  /** An address that still has to be proved. @param proxyId null for all proxies of the user. */
  async list(userId: number, address: string, proxyId: number | null = null): Promise<void> {
    await this.insert('allowed_address', { user_id: userId, proxy_id: proxyId, address });
  }

  /** As `list`, and proved. */
  async allow(userId: number, address: string, proxyId: number | null = null): Promise<void> {
    await this.list(userId, address, proxyId);
    await this.admin.query(
      `INSERT INTO address_holder (address, user_id) VALUES ($1, $2)
       ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id`,
      [address, userId],
    );
  }

  /** Who has proved the address, and how many minutes ago it was last used. */
  async holderOf(address: string) {
    const { rows } = await this.admin.query<{ userId: number; idleMinutes: number }>(
      `SELECT user_id AS "userId", round(extract(epoch FROM now() - last_used_at) / 60)::int AS "idleMinutes"
       FROM address_holder WHERE address = $1`,
      [address],
    );
    return rows[0];
  }

  /** Changes allowed addresses, of which no gateway is told. */
  async withoutNotifications(sql: string): Promise<void> {
    const tell = (how: 'DISABLE' | 'ENABLE') =>
      this.admin.query(
        ['allowed_address', 'address_holder']
          .map((table) => `ALTER TABLE ${table} ${how} TRIGGER ${table}_notify`)
          .join(';'),
      );
    await tell('DISABLE');
    await this.admin.query(sql);
    await tell('ENABLE');
  }

  /** A target that an admin has blocked. */
  async addBlock(more: Record<string, unknown>): Promise<number> {
    const admin = await this.addUser({ name: 'Admin', role: 'admin' });
    return this.insert('target_block', {
      ports: '',
      kind: 'all',
      reason: 'Abuse',
      created_by: admin,
      ...more,
    });
  }

  /** Stored usage of a proxy: total, and sum over its hours. */
  async stored(id: number) {
    const { rows } = await this.admin.query<{ bytes: string; requests: string; hours: string }>(
      `SELECT bytes_up + bytes_down AS bytes, requests,
              (SELECT sum(bytes_up + bytes_down) FROM usage_hour WHERE proxy_id = $1) AS hours
       FROM gateway_meter WHERE proxy_id = $1`,
      [id],
    );
    const [row] = rows;
    return row && { bytes: +row.bytes, requests: +row.requests, hours: +row.hours };
  }

  async clear(): Promise<void> {
    for (const table of [
      'usage_hour',
      'usage_failure',
      'gateway_meter',
      'gateway_lease',
      'gateway_flush',
      'gateway_sub_user',
    ])
      await this.admin.query(`DELETE FROM ${table}`);
    for (const table of [
      'allowed_address',
      'proxy',
      'setting',
      'stock_unit',
      'exit_node',
      'gateway',
      'target_block',
    ])
      await this.admin.query(`DELETE FROM ${table}`);
  }

  async close(): Promise<void> {
    await this.admin.end();
    await this.database.dispose();
  }

  private async insert(table: string, row: Record<string, unknown>): Promise<number> {
    const names = Object.keys(row);
    const marks = names.map((_, i) => `$${i + 1}`).join(', ');
    const { rows } = await this.admin.query<{ id: number }>(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks}) RETURNING id`,
      Object.values(row),
    );
    return rows[0]?.id ?? 0;
  }
}
