import { Injectable } from '@nestjs/common';
import { SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ConfigRequest } from '../configuration/config-request';
import type { ProxyStatus } from '../proxy.types';
import type { SyncScope } from '../lifecycle/proxy-lifecycle.repository';

/** A due proxy leased to one caller. */
export interface ClaimedProxy {
  readonly id: number;
  readonly uuid: string;
  readonly apiId: string;
  readonly status: ProxyStatus;
  readonly credentialsDue: boolean;
  /** A configuration to apply. */
  readonly configRequest: ConfigRequest | null;
  readonly configVersion: number;
  /** End of the lease; also identifies it in compare-and-set updates. */
  readonly lease: Date;
}

/**
 * Longer than the timeouts of the three calls under one lease (credentials, configuration, status) and the
 * statements between them. No call is repeated under the same lease.
 */
export const LEASE_MS = 30 * SECOND;

/**
 * Leases due proxies to one caller at a time, so that calls to the provider keep their order. SQL, because
 * a claim skips locked rows and the updates keep `updated_at`, which TypeORM's would change.
 */
@Injectable()
export class ProviderSyncRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Leases up to `limit` due proxies, the longest overdue first. */
  async claim(
    { id = null, userId = null }: Nullable<SyncScope>,
    limit: number,
  ): Promise<ClaimedProxy[]> {
    const [rows] = await this.uow.manager.query<[ClaimedProxy[], number]>(
      `UPDATE proxy SET provider_due_at = date_trunc('milliseconds', now())
         + make_interval(secs => $4::float8 / 1000)
       WHERE id IN (SELECT id FROM proxy WHERE provider_due_at <= now()
                      AND ($1::int IS NULL OR id = $1) AND ($2::int IS NULL OR user_id = $2)
                    ORDER BY provider_due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id, uuid, proxy_api_id AS "apiId", status, credentials_due AS "credentialsDue",
                 config_request AS "configRequest", config_version AS "configVersion",
                 provider_due_at AS lease`,
      [id, userId, limit, LEASE_MS],
    );
    return rows;
  }

  /**
   * Ends a lease after the provider applied `applied`. The proxy becomes due again when the desired
   * state has changed meanwhile or the lease had expired.
   */
  async complete({ id, lease }: ClaimedProxy, applied: ProxyStatus): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy SET provider_due_at =
         CASE WHEN provider_due_at = $2 AND status IN ($3, 'expired') AND NOT credentials_due
                  AND config_request IS NULL
              THEN NULL ELSE now() END
       WHERE id = $1 AND provider_due_at IS NOT NULL`,
      [id, lease, applied],
    );
  }

  /** Ends a lease without a result; the proxy becomes due after `ms`. */
  async postpone({ id, lease }: ClaimedProxy, ms: number): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy SET provider_due_at = now() + make_interval(secs => $3::float8 / 1000)
       WHERE id = $1 AND provider_due_at = $2`,
      [id, lease, ms],
    );
  }
}

type Nullable<T> = { [K in keyof T]?: T[K] | null };
