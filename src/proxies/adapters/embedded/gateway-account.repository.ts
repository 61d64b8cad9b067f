import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import { prepareStatement } from '../../../database/prepared-statement';
import { UnitOfWork } from '../../../database/unit-of-work';
import type { ExitKind } from '../../../catalog/catalog.types';
import type { Protocol, Targeting } from '../../proxy.types';
import { GatewayAccount } from './gateway-account.entity';

export interface NewGatewayAccount extends Targeting {
  apiId: string;
  ordinal: number;
  username: string;
  passwordDigest: Buffer;
  passwordEncrypted: string;
  kind: ExitKind;
  protocol: Protocol;
  ttlMinutes: number;
  sessionId: string;
  exitNodeId: number | null;
  exitAddress: string | null;
  limitBytes: bigint | null;
  validMinutes: number;
}

export interface GatewayAccountRow {
  apiId: string;
  username: string;
  passwordEncrypted: string;
  sessionId: string;
  kind: ExitKind;
  country: string;
  exitAddress: string | null;
  limitBytes: string | null;
  expiresAt: Date;
}

const ACCOUNT_COLUMNS = `api_id AS "apiId", username, password_encrypted AS "passwordEncrypted",
  session_id AS "sessionId", kind, country, exit_address AS "exitAddress", limit_bytes AS "limitBytes",
  expires_at AS "expiresAt"`;

const PROVISION = prepareStatement(
  'gateway-account.provision',
  `WITH provision AS (
     INSERT INTO gateway_provision (key) VALUES ($1) ON CONFLICT (key) DO NOTHING RETURNING key)
   INSERT INTO gateway_account (api_id, provision_key, ordinal, username, password_digest,
     password_encrypted, kind, protocol, country, region, city, isp, ttl_minutes, session_id,
     exit_node_id, exit_address, limit_bytes, expires_at)
   SELECT a.api_id, provision.key, a.ordinal, a.username, decode(a.digest, 'hex'), a.password_encrypted,
          a.kind, a.protocol, a.country, a.region, a.city, a.isp, a.ttl_minutes, a.session_id,
          a.exit_node_id, a.exit_address, a.limit_bytes,
          now() + make_interval(mins => a.valid_minutes)
   FROM provision, jsonb_to_recordset($2::jsonb) AS a (api_id text, ordinal int, username text,
     digest text, password_encrypted text, kind text, protocol text, country text, region text,
     city text, isp text, ttl_minutes int, session_id text, exit_node_id int,
     exit_address text, limit_bytes bigint, valid_minutes int)
   ORDER BY a.ordinal RETURNING ${ACCOUNT_COLUMNS}`,
);

/**
 * Accounts of the embedded gateway. Every change is one statement and therefore atomic. SQL for the inserts
 * that compete for a key and for the select of the same columns.
 */
@Injectable()
export class GatewayAccountRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Inserts the accounts of a key unless it was delivered or cancelled before.
   * @returns all accounts of the key, in order; none when it was cancelled.
   */
  async provision(key: string, accounts: NewGatewayAccount[]): Promise<GatewayAccountRow[]> {
    const { rows: added } = await this.uow.execute<GatewayAccountRow>(PROVISION, [
      key,
      JSON.stringify(accounts.map(toRecord)),
    ]);
    return added.length === accounts.length ? added : this.findByKey(key);
  }

  /**
   * Cancels a key unless it was delivered. Waits for a delivery that is being written.
   * @returns the accounts delivered before; none when the key is cancelled for good.
   */
  async cancel(key: string): Promise<GatewayAccountRow[]> {
    await this.uow.manager.query(
      `INSERT INTO gateway_provision (key, cancelled) VALUES ($1, true) ON CONFLICT (key) DO NOTHING`,
      [key],
    );
    return this.findByKey(key);
  }

  findByKey(key: string): Promise<GatewayAccountRow[]> {
    return this.uow.manager.query(
      `SELECT ${ACCOUNT_COLUMNS} FROM gateway_account WHERE provision_key = $1 ORDER BY ordinal`,
      [key],
    );
  }

  /** Null leaves a column as it is; targeting is set as a whole. @returns whether it exists. */
  async reconfigure(
    apiId: string,
    protocol: Protocol | null,
    ttlMinutes: number | null,
    targeting: Targeting | null,
  ): Promise<boolean> {
    return this.update(apiId, {
      ...(protocol !== null && { protocol }),
      ...(ttlMinutes !== null && { ttlMinutes }),
      ...(targeting && {
        country: targeting.country,
        region: targeting.region,
        city: targeting.city,
        isp: targeting.isp,
      }),
    });
  }

  setStatus(apiId: string, status: 'active' | 'suspended'): Promise<boolean> {
    return this.update(apiId, { status });
  }

  setCredentials(
    apiId: string,
    username: string,
    passwordDigest: Buffer,
    passwordEncrypted: string,
  ): Promise<boolean> {
    return this.update(apiId, { username, passwordDigest, passwordEncrypted });
  }

  /** @returns whether the account exists. */
  private async update(
    apiId: string,
    changes: QueryDeepPartialEntity<GatewayAccount>,
  ): Promise<boolean> {
    const { affected } = await this.uow.manager.update(GatewayAccount, { apiId }, changes);
    return affected !== 0;
  }
}

const toRecord = (account: NewGatewayAccount) => ({
  api_id: account.apiId,
  ordinal: account.ordinal,
  username: account.username,
  digest: account.passwordDigest.toString('hex'),
  password_encrypted: account.passwordEncrypted,
  kind: account.kind,
  protocol: account.protocol,
  country: account.country,
  region: account.region,
  city: account.city,
  isp: account.isp,
  ttl_minutes: account.ttlMinutes,
  session_id: account.sessionId,
  exit_node_id: account.exitNodeId,
  exit_address: account.exitAddress,
  limit_bytes: account.limitBytes?.toString() ?? null,
  valid_minutes: account.validMinutes,
});
