import { Injectable, Logger } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { BoughtUnitsService } from '../stock/bought-units.service';
import { StockUnitsService } from '../stock/stock-units.service';
import { DomainError } from '../../common/errors/domain-error';
import { UnitOfWork } from '../../database/unit-of-work';
import { providerCannot, unitWithoutProvider } from '../catalog.errors';
import { isProviderError } from './adapters/provider-http';
import { PROVIDER_RULES, type ListedProvider, type ReplacementReason } from './providers.types';
import { askProvider, ProviderAdapters } from './provider-adapters';
import { ProviderReadingRepository } from './provider-reading.repository';
import { ProviderRepository } from './providers.service';
import { toUnit } from '../purchases/purchase-follow.service';

/** Lists may be cut for a while, and what the job withdraws the shop would buy again. */
const UNLISTED_HOURS = 2;

export interface SyncResult {
  /** Addresses that the account has. */
  readonly listed: number;
  /** New in stock. */
  readonly added: number;
  /** In stock, and not in the account any more. */
  readonly missing: number;
}

/** What accounts have besides what is bought through us: their balance and their list. */
@Injectable()
export class ProviderStockService {
  private readonly logger = new Logger(ProviderStockService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly providers: ProviderRepository,
    private readonly adapters: ProviderAdapters,
    private readonly readings: ProviderReadingRepository,
    private readonly bought: BoughtUnitsService,
    private readonly units: StockUnitsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Brings stock into line with the account's list: addresses that are missing are added, ends, ids and credentials
   * follow, and free units that the account does not have any more go off sale.
   * @throws DomainError not_found PROVIDER_NOT_FOUND; conflict PROVIDER_CANNOT; upstream_failed PROVIDER_REFUSED.
   */
  async synchronize(actor: AuditActor, id: number): Promise<SyncResult> {
    const { addresses, account } = await this.adapters.forAddresses(id);
    const listed = await askProvider(() => addresses.list(account));
    const provider = (await this.providers.findById(id))!;
    const known = listed.flatMap((one) =>
      one.country === null ? [] : [toUnit(one, { country: one.country })],
    );
    const { added } = await this.bought.store(actor, provider, known);
    // An empty list is rather a mistake of the provider's than the end of all its units.
    const { missing, withdrawn } = listed.length
      ? await this.bought.withdrawMissing(
          id,
          listed.map(({ address }) => address),
          actor === 'system' ? UNLISTED_HOURS : 0,
        )
      : { missing: 0, withdrawn: 0 };
    // The job would fill the audit log with lists that change nothing.
    if (actor !== 'system' || added || withdrawn)
      await this.uow.run(() =>
        this.audit.record(actor, {
          action: 'system.supply_synchronized',
          target: `supply_provider:${id}`,
          details: `Synchronized stock with ${provider.name}: ${listed.length} addresses, ${added} new, ${missing} missing, ${withdrawn} taken off sale`,
        }),
      );
    return { listed: listed.length, added, missing };
  }

  /**
   * Asks the provider to replace an address. It does so in its own time; the next synchronization brings the new one.
   * @throws DomainError as `synchronize`; not_found UNIT_NOT_FOUND; conflict UNIT_WITHOUT_PROVIDER.
   */
  async requestReplacement(
    actor: AuditActor,
    unitId: number,
    reason: ReplacementReason,
  ): Promise<void> {
    const { provider, address, country } = await this.units.get(unitId);
    if (!provider) throw unitWithoutProvider();
    const { addresses, account } = await this.adapters.forAddresses(provider.id);
    // Ids change on renewal: the one in stock may be old.
    const ref = await askProvider(
      async () => (await addresses.list(account)).find((one) => one.address === address)?.ref,
    );
    if (!ref) throw providerCannot('replace an address that it does not list any more');
    await askProvider(() => addresses.replace(account, { ref, address, country }, reason));
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.supply_replaced',
        target: `stock_unit:${unitId}`,
        details: `Asked ${provider.name} to replace ${address}: ${reason.replace('_', ' ')}`,
      }),
    );
  }

  /** Synchronizes every enabled account whose API lists addresses. One that fails does not stop the others. */
  async synchronizeAll(): Promise<void> {
    for (const { id, kind, enabled } of await this.providers.findAll()) {
      if (!enabled || !PROVIDER_RULES[kind].lists) continue;
      try {
        await this.synchronize('system', id);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.logger.warn({ provider: id, code: error.code }, 'Stock was not synchronized');
        await this.providers.recordError(id, error.message);
      }
    }
  }

  /** Reads balance and traffic of every enabled account. */
  async readBalances(): Promise<void> {
    for (const provider of await this.providers.findAll())
      if (provider.enabled) await this.readBalance(provider.id);
  }

  /** @throws DomainError not_found PROVIDER_NOT_FOUND. A provider that fails is told in the result. */
  async readBalance(id: number): Promise<ListedProvider> {
    const { adapter, account } = await this.adapters.find(id);
    try {
      const state = await adapter.readState(account);
      await this.providers.recordState(id, state);
      if (state.count) await this.readings.record(id, state.count);
    } catch (error) {
      if (!isProviderError(error)) throw error;
      this.logger.warn({ provider: id, err: error }, 'A balance could not be read');
      await this.providers.recordError(id, error.message);
    }
    return (await this.providers.findById(id))!;
  }
}
