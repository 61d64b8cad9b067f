import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyStatus } from '../proxy.types';
import type { SyncScope } from '../lifecycle/proxy-lifecycle.repository';

/** A proxy whose provider one caller is about to tell. */
export interface ClaimedProxy {
  readonly id: number;
  readonly uuid: string;
  readonly apiId: string;
  readonly status: ProxyStatus;
  readonly credentialsDue: boolean;
  /** Until then it is this caller's alone; also the name of its turn. */
  readonly lease: Date;
}

/** Longer than a call to a provider may take. */
const LEASE = `interval '30 seconds'`;

/** Takes turns in telling the provider, so that two wishes cannot arrive in the wrong order. */
@Injectable()
export class ProviderSyncRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Takes up to `limit` due proxies, the longest overdue first; nobody else gets them meanwhile. */
  async claim(
    { id = null, userId = null }: Nullable<SyncScope>,
    limit: number,
  ): Promise<ClaimedProxy[]> {
    const [rows] = await this.uow.manager.query(
      `UPDATE proxy SET provider_due_at = date_trunc('milliseconds', now()) + ${LEASE}
       WHERE id IN (SELECT id FROM proxy WHERE provider_due_at <= now()
                      AND ($1::int IS NULL OR id = $1) AND ($2::int IS NULL OR user_id = $2)
                    ORDER BY provider_due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       RETURNING id, uuid, proxy_api_id AS "apiId", status, credentials_due AS "credentialsDue",
                 provider_due_at AS lease`,
      [id, userId, limit],
    );
    return rows;
  }

  /**
   * Ends a turn in which the provider took over `told`. Where something else was wished for
   * meanwhile, or the turn was over and another caller's, the proxy is due again.
   */
  async complete({ id, lease }: ClaimedProxy, told: ProxyStatus): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy SET provider_due_at =
         CASE WHEN provider_due_at = $2 AND status IN ($3, 'expired') AND NOT credentials_due
              THEN NULL ELSE now() END
       WHERE id = $1 AND provider_due_at IS NOT NULL`,
      [id, lease, told],
    );
  }

  /** Ends a turn without a clear answer. */
  async postpone({ id, lease }: ClaimedProxy, ms: number): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy SET provider_due_at = now() + make_interval(secs => $3::float8 / 1000)
       WHERE id = $1 AND provider_due_at = $2`,
      [id, lease, ms],
    );
  }
}

type Nullable<T> = { [K in keyof T]?: T[K] | null };
