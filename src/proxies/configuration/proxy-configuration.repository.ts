import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ProxyConfig } from '../ports/proxy-provider.port';
import type { Protocol, Targeting } from '../proxy.types';
import type { ConfigRequest } from './config-request';

/** A request that was claimed with the lease of its proxy. */
export interface ClaimedConfig {
  readonly id: number;
  readonly lease: Date;
  /** Number of the request. */
  readonly configVersion: number;
}

export interface AppliedConfig extends Targeting {
  readonly protocol: Protocol;
  readonly ttlMinutes: number | null;
}

/**
 * Requests to reconfigure a proxy. One adds to what is requested and not applied yet; the columns of the proxy change when the
 * provider has applied it. SQL, because the request numbers itself and its result depends on the lease.
 */
@Injectable()
export class ProxyConfigurationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns the number of the request; null when the proxy is not active. */
  async request(id: number, { config, actor }: ConfigRequest): Promise<number | null> {
    const { userId, name, role, ip, userAgent, member } = actor;
    const [[row]] = await this.uow.requireTransaction().query<[{ version: number }[], number]>(
      `UPDATE proxy SET config_request = jsonb_set($2::jsonb, '{config}',
           coalesce(config_request -> 'config', '{}') || ($2::jsonb -> 'config')), config_version = config_version + 1,
         provider_due_at = coalesce(provider_due_at, now())
       WHERE id = $1 AND status = 'active' AND expires_at > now()
       RETURNING config_version AS version`,
      [id, JSON.stringify({ config, actor: { userId, name, role, ip, userAgent, member } })],
    );
    return row?.version ?? null;
  }

  /** Whether this request, or a later one in its place, was applied. */
  async isApplied(id: number, version: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<{ applied: boolean }[]>(
      `SELECT config_applied >= $2 AS applied FROM proxy WHERE id = $1`,
      [id, version],
    );
    return row?.applied ?? false;
  }

  /**
   * Stores what the provider has applied; a request that came meanwhile stays.
   * @returns the configuration before; null when the lease has expired.
   */
  async storeApplied(
    { id, lease, configVersion }: ClaimedConfig,
    { protocol, ttlMinutes, targeting }: ProxyConfig,
  ): Promise<AppliedConfig | null> {
    const [[before]] = await this.uow.requireTransaction().query<[AppliedConfig[], number]>(
      `WITH before AS (
         SELECT id, protocol, ttl_minutes, country, region, city, isp FROM proxy
         WHERE id = $1 AND provider_due_at = $2 FOR UPDATE)
       UPDATE proxy p SET protocol = coalesce($4, p.protocol), ttl_minutes = coalesce($5, p.ttl_minutes),
         country = CASE WHEN t.value IS NULL THEN p.country ELSE t.value ->> 'country' END,
         region = CASE WHEN t.value IS NULL THEN p.region ELSE t.value ->> 'region' END,
         city = CASE WHEN t.value IS NULL THEN p.city ELSE t.value ->> 'city' END,
         isp = CASE WHEN t.value IS NULL THEN p.isp ELSE t.value ->> 'isp' END,
         config_applied = $3, updated_at = now(),
         config_request = CASE WHEN p.config_version = $3 THEN NULL ELSE p.config_request END
       FROM before, (SELECT $6::jsonb AS value) AS t WHERE p.id = before.id
       RETURNING before.protocol, before.ttl_minutes AS "ttlMinutes", before.country, before.region,
                 before.city, before.isp`,
      [
        id,
        lease,
        configVersion,
        protocol ?? null,
        ttlMinutes ?? null,
        targeting ? JSON.stringify(targeting) : null,
      ],
    );
    return before ?? null;
  }

  /** Drops a request that the provider refused. @returns false when the lease has expired. */
  async cancel({ id, lease, configVersion }: ClaimedConfig): Promise<boolean> {
    const [, count] = await this.uow.manager.query<[unknown[], number]>(
      `UPDATE proxy SET config_request = CASE WHEN config_version = $3 THEN NULL ELSE config_request END
       WHERE id = $1 AND provider_due_at = $2`,
      [id, lease, configVersion],
    );
    return count > 0;
  }
}
