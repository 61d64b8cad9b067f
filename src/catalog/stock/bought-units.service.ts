import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { unitContext } from '../catalog.encrypted-columns';
import { CatalogCountry } from '../catalog.entity';
import { toUpstreamUrl } from '../import';
import { isFree } from '../on-sale';
import type { ProviderAddress } from '../providers/providers.types';
import { StockUnitsService, type NewUnit } from './stock-units.service';

/** Addresses that come from a provider's API instead of a list. */
@Injectable()
export class BoughtUnitsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
    private readonly units: StockUnitsService,
    private readonly audit: AuditService,
  ) {}

  /** Bought units of a country that nobody has, also those that end too soon to be sold. */
  async countUnsold(country: string): Promise<number> {
    const [{ count }] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
       WHERE e.country = $1 AND s.upstream_url_encrypted IS NOT NULL AND ${isFree('s')}
         AND (s.upstream_expires_at IS NULL OR s.upstream_expires_at > now())`,
      [country],
    );
    return count;
  }

  /**
   * Adds the addresses that are not in stock, and gives those that are the account's id, end and credentials as they are
   * listed now. The same list again changes nothing. Addresses in countries that the catalogue does not know are left out.
   * @param country of addresses that the provider lists without one; without it these are left out, too.
   * @returns how many were added.
   */
  store(
    actor: AuditActor,
    provider: { readonly id: number; readonly name: string },
    listed: readonly ProviderAddress[],
    country = '',
  ): Promise<number> {
    return this.uow.run(async () => {
      const countries = await this.uow.manager.find(CatalogCountry);
      const codes = new Set(countries.map(({ code }) => code));
      const units = listed
        .filter((one) => codes.has(one.country ?? country) && isIP(one.address))
        .map(({ address: host, httpPort: port, username, password, ...one }) => ({
          ...{ country: one.country ?? country, host, protocol: 'http' as const, port },
          upstreamUrl: toUpstreamUrl('http', host, port, username, password),
          ...{ upstreamExpiresAt: one.endsAt, upstreamRef: one.ref, providerId: provider.id },
        }));
      if (!units.length) return 0;
      const added = await this.units.add(units);
      await this.refresh(
        provider.id,
        units.filter(({ host }) => !added.has(host)),
      );
      if (added.size)
        await this.audit.record(actor, {
          action: 'system.stock_imported',
          target: 'stock',
          details: `Added ${added.size} units of stock from ${provider.name}`,
        });
      return added.size;
    });
  }

  /**
   * Takes free units of the account off sale that it does not list, nor has listed for `unlistedHours`. Sold ones stay with
   * their proxies.
   * @returns how many are not listed, and how many of them go off sale now.
   */
  withdrawMissing(
    providerId: number,
    listed: readonly string[],
    unlistedHours: number,
  ): Promise<{ missing: number; withdrawn: number }> {
    const gone = `provider_id = $1 AND dead_at IS NULL AND NOT (address = ANY ($2::text[]))`;
    return this.uow.run(async () => {
      const manager = this.uow.requireTransaction();
      const [, withdrawn] = await manager.query<[unknown, number]>(
        `UPDATE stock_unit SET enabled = false WHERE ${gone} AND order_id IS NULL AND enabled
           AND coalesce(listed_at, created_at) <= now() - make_interval(hours => $3)`,
        [providerId, listed, unlistedHours],
      );
      const [{ count: missing }] = await manager.query<[{ count: number }]>(
        `SELECT count(*)::int AS count FROM stock_unit WHERE ${gone}`,
        [providerId, listed],
      );
      return { missing, withdrawn };
    });
  }

  /** Without effect on units of another account. An end that is not listed stays. */
  private async refresh(providerId: number, units: readonly NewUnit[]): Promise<void> {
    if (!units.length) return;
    const manager = this.uow.requireTransaction();
    const records = units.map(({ host, upstreamExpiresAt, upstreamRef }) => ({
      ...{ address: host, ends_at: upstreamExpiresAt, ref: upstreamRef },
    }));
    const [rows] = await manager.query<[{ id: number; address: string; url: string }[], number]>(
      `UPDATE stock_unit s SET provider_id = $1, upstream_ref = n.ref, listed_at = now(),
         upstream_expires_at = coalesce(n.ends_at, s.upstream_expires_at)
       FROM jsonb_to_recordset($2::jsonb) AS n (address text, ends_at timestamptz, ref text)
       WHERE s.address = n.address AND s.upstream_url_encrypted IS NOT NULL
         AND coalesce(s.provider_id, $1) = $1
       RETURNING s.id, s.address, s.upstream_url_encrypted AS url`,
      [providerId, JSON.stringify(records)],
    );
    const key = this.config.key('secrets');
    const listed = new Map(units.map((unit) => [unit.host, unit]));
    for (const { id, address, url } of rows) {
      const { upstreamUrl, protocol, port } = listed.get(address)!;
      if (decrypt(key, unitContext(id), url) === upstreamUrl) continue;
      await manager.query(
        `UPDATE stock_unit SET upstream_url_encrypted = $2, upstream_protocol = $3, upstream_port = $4
         WHERE id = $1`,
        [id, encrypt(key, unitContext(id), upstreamUrl), protocol, port],
      );
    }
  }
}
