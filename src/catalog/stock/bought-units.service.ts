import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { LocationRepository } from '../locations/location.repository';
import { BoughtUnitRepository } from './bought-unit.repository';
import { toUpstreamUrl } from './plan-import';
import { StockUnitRepository } from './stock-unit.repository';
import type { BoughtUnit } from './stock-units.types';

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
