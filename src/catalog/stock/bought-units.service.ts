import { Injectable } from '@nestjs/common';
import { decrypt, encrypt } from '../../common/crypto/secrets';
import { AppConfig } from '../../config/app-config';
import { UnitOfWork } from '../../database/unit-of-work';
import { isFree } from '../on-sale';
import { type NewUnit, StockUnitRepository } from './stock-units.service';
import { unitContext } from '../catalog.encrypted-columns';
import { isIP } from 'node:net';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { LocationRepository } from '../catalog.service';
import { toUpstreamUrl } from './plan-import';
import type { BoughtUnit } from './stock-unit.entity';

/** Units of stock as their provider lists them. */
@Injectable()
export class BoughtUnitRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly config: AppConfig,
  ) {}

  /** Without effect on units of another account. An end that is not listed stays. */
  async refresh(providerId: number, units: readonly NewUnit[]): Promise<void> {
    if (!units.length) return;
    const manager = this.uow.requireTransaction();
    const records = units.map(({ address, upstreamExpiresAt, upstreamRef }) => ({
      ...{ address, ends_at: upstreamExpiresAt, ref: upstreamRef },
    }));
    const rows = await manager.query<[{ id: number; address: string; url: string }[], number]>(
      `UPDATE stock_unit s SET provider_id = $1, upstream_ref = n.ref, listed_at = now(),
         upstream_expires_at = coalesce(n.ends_at, s.upstream_expires_at)
       FROM jsonb_to_recordset($2::jsonb) AS n (address text, ends_at timestamptz, ref text)
       WHERE s.address = n.address AND s.upstream_url_encrypted IS NOT NULL
         AND coalesce(s.provider_id, $1) = $1
       RETURNING s.id, s.address, s.upstream_url_encrypted AS url`,
      [providerId, JSON.stringify(records)],
    );
    const key = this.config.key('secrets');
    const listed = new Map(units.map((unit) => [unit.address, unit]));
    for (const { id, address, url } of rows[0]) {
      const unit = listed.get(address)!;
      if (decrypt(key, unitContext(id), url) === unit.upstreamUrl) continue;
      await manager.query(
        `UPDATE stock_unit SET upstream_url_encrypted = $2, upstream_protocol = $3, upstream_port = $4
         WHERE id = $1`,
        [id, encrypt(key, unitContext(id), unit.upstreamUrl), unit.protocol, unit.port],
      );
    }
  }

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
   * Takes free units off sale that the list does not have and has not had for that long.
   * @returns how many are not listed, and how many of them go off sale now.
   */
  async disableMissing(
    providerId: number,
    listed: readonly string[],
    unlistedHours: number,
  ): Promise<{ missing: number; withdrawn: number }> {
    const manager = this.uow.requireTransaction();
    const gone = `provider_id = $1 AND dead_at IS NULL AND NOT (address = ANY ($2::text[]))`;
    const [, withdrawn] = await manager.query<[unknown, number]>(
      `UPDATE stock_unit SET enabled = false WHERE ${gone} AND order_id IS NULL AND enabled
         AND coalesce(listed_at, created_at) <= now() - make_interval(hours => $3)`,
      [providerId, listed, unlistedHours],
    );
    const [{ count }] = await manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM stock_unit WHERE ${gone}`,
      [providerId, listed],
    );
    return { missing: count, withdrawn };
  }
}

/** Addresses that come from a provider's API instead of a list. */
@Injectable()
export class BoughtUnitsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly units: StockUnitRepository,
    private readonly bought: BoughtUnitRepository,
    private readonly locations: LocationRepository,
    private readonly audit: AuditService,
  ) {}

  /** @returns those of the addresses that are in stock, from wherever. */
  findTaken(addresses: readonly string[]): Promise<Set<string>> {
    return this.units.findTaken(addresses);
  }

  /** Bought units of a country that nobody has, also those that end too soon to be sold. */
  countUnsold(country: string): Promise<number> {
    return this.bought.countUnsold(country);
  }

  /**
   * Adds the addresses that are not in stock, and gives those that are the account's id, end and credentials as they are
   * listed now. The same list again changes nothing. Addresses in countries that the catalogue does not know are left out.
   * @returns how many were added.
   */
  store(
    actor: AuditActor,
    provider: { readonly id: number; readonly name: string },
    listed: readonly BoughtUnit[],
  ): Promise<{ added: number; inStock: number }> {
    return this.uow.run(async () => {
      const codes = new Set((await this.locations.findAllCountries()).map(({ code }) => code));
      const units = listed
        .filter(({ country, address }) => codes.has(country) && isIP(address))
        .map((unit) => ({
          ...{ country: unit.country, address: unit.address, protocol: 'http' as const },
          ...{ port: unit.port, upstreamExpiresAt: unit.endsAt, upstreamRef: unit.ref },
          upstreamUrl: toUpstreamUrl('http', unit.address, unit.port, unit.username, unit.password),
          providerId: provider.id,
        }));
      if (!units.length) return { added: 0, inStock: 0 };
      const added = await this.units.add(units);
      await this.bought.refresh(
        provider.id,
        units.filter(({ address }) => !added.has(address)),
      );
      if (added.size)
        await this.audit.record(actor, {
          action: 'system.stock_imported',
          target: 'stock',
          details: `Added ${added.size} units of stock from ${provider.name}`,
        });
      return { added: added.size, inStock: units.length };
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
    return this.uow.run(() => this.bought.disableMissing(providerId, listed, unlistedHours));
  }
}
