import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import type { Page, Paged } from '../../common/http/pagination.dto';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { unitNotFound } from '../catalog.errors';
import { LocationRepository } from '../locations/location.repository';
import { type ImportPlan, planImport, toCountryCodes, toImportResult } from './plan-import';
import { NO_UNITS, StockUnitRepository } from './stock-unit.repository';
import {
  UNIT_STATUSES,
  type CountryUnits,
  type ImportResult,
  type ListedUnit,
  type UnitChange,
  type UnitFilter,
  type UnitImport,
  type UnitListing,
} from './stock-units.types';

export const MAX_IMPORT_LINES = 5_000;

/** The units of stock that were bought at providers. */
@Injectable()
export class StockUnitsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly units: StockUnitRepository,
    private readonly locations: LocationRepository,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @returns a page of the units that match, and how many there are in the whole shop by state and country. */
  async list(filter: UnitFilter, page: Page): Promise<UnitListing> {
    const [units, countries] = await this.uow.all<[Paged<ListedUnit>, CountryUnits[]]>(
      () => this.units.findPage(filter, page),
      () => this.units.countByCountry(),
    );
    const counts = { ...NO_UNITS };
    for (const country of countries)
      for (const status of UNIT_STATUSES) counts[status] += country[status];
    return { units, counts, countries };
  }

  /** @throws DomainError not_found UNIT_NOT_FOUND. */
  async get(id: number): Promise<ListedUnit> {
    const unit = await this.units.findById(id);
    if (!unit) throw unitNotFound();
    return unit;
  }

  /**
   * Adds the units of a list whose addresses are not in stock; the same list again adds nothing. With `dryRun` nothing
   * is written.
   * @throws DomainError invalid for a list that is too long or empty.
   */
  async import(actor: AuditActor, request: UnitImport): Promise<ImportResult> {
    const countries = await this.locations.findAllCountries();
    const plan = planImport(request, toCountryCodes(countries), this.clock.now());
    const lines = plan.units.length + plan.rejected.length;
    if (lines === 0) throw invalidFields({ text: ['The list is empty.'] });
    if (lines > MAX_IMPORT_LINES)
      throw invalidFields({ text: [`A list has at most ${MAX_IMPORT_LINES} lines. Split it.`] });
    const addresses = plan.units.map(({ address }) => address);
    const taken = await this.units.findTaken(addresses);
    const fresh = plan.units.filter(({ address }) => !taken.has(address));
    const added =
      request.dryRun || !fresh.length
        ? new Set(fresh.map(({ address }) => address))
        : await this.add(actor, fresh);
    return { isDryRun: request.dryRun, ...toImportResult(plan, added, countries) };
  }

  /**
   * Changes a unit. A disabled one is not sold; the proxy that has it keeps it. Enabling brings a withdrawn one back.
   * @throws DomainError not_found UNIT_NOT_FOUND.
   */
  update(actor: AuditActor, id: number, change: UnitChange): Promise<ListedUnit> {
    return this.uow.run(async () => {
      const before = await this.units.lock(id);
      if (!before) throw unitNotFound();
      await this.units.update(id, change);
      const after = (await this.units.findById(id))!;
      const [was, is] = [toAudited(before), toAudited(after)];
      if (!isDeepStrictEqual(was, is))
        await this.audit.record(actor, {
          action: 'system.stock_changed',
          target: `stock_unit:${id}`,
          details: `Changed unit ${id} of stock, ${after.address}`,
          before: was,
          after: is,
        });
      return after;
    });
  }

  /** @returns the addresses that were added. */
  private add(actor: AuditActor, units: ImportPlan['units']): Promise<Set<string>> {
    return this.uow.run(async () => {
      const added = await this.units.add(units);
      if (added.size)
        await this.audit.record(actor, {
          action: 'system.stock_imported',
          target: 'stock',
          details: `Imported ${added.size} units of stock: ${countPerCountry(
            units.filter(({ address }) => added.has(address)),
          )}`,
        });
      return added;
    });
  }
}

const toAudited = ({ enabled, status, upstreamExpiresAt, note }: ListedUnit) => ({
  ...{ enabled, status, note },
  upstream_expires_at: upstreamExpiresAt,
});

/** "3 de, 2 ng". */
function countPerCountry(units: ImportPlan['units']): string {
  const counts = new Map<string, number>();
  for (const { country } of units) counts.set(country, (counts.get(country) ?? 0) + 1);
  return [...counts].map(([country, count]) => `${count} ${country}`).join(', ');
}
