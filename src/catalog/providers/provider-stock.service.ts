import { Injectable, Logger } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { DomainError } from '../../common/errors/domain-error';
import { UnitOfWork } from '../../database/unit-of-work';
import { providerCannot, refuse } from '../catalog.errors';
import { BoughtUnitsService } from '../stock/bought-units.service';
import { StockUnitsService } from '../stock/stock-units.service';
import { isProviderError } from './adapters/provider-http';
import { askProvider, ProviderAdapters } from './provider-adapters';
import type { SyncData } from './provider.dto';
import { PROVIDER_RULES, scaleOfCounter, SupplyProvider } from './provider.entity';
import type { AccountState, ReplacementReason } from './providers.types';

/** Lists may be cut for a while, and what the job withdraws the shop would buy again. */
const UNLISTED_HOURS = 2;

/** Readings of counters are kept so long: days are compared until the third one after them. */
const READINGS_KEPT = `interval '8 days'`;

/** What accounts have besides what is bought through us: their balance and their list. */
@Injectable()
export class ProviderStockService {
  private readonly logger = new Logger(ProviderStockService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly adapters: ProviderAdapters,
    private readonly bought: BoughtUnitsService,
    private readonly units: StockUnitsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Brings stock into line with the account's list: addresses that are missing are added, ends, ids and credentials
   * follow, and free units that the account does not have any more go off sale.
   */
  async synchronize(actor: AuditActor, id: number): Promise<SyncData> {
    const { addresses, account } = await this.adapters.forAddresses(id);
    const listed = await askProvider(() => addresses.list(account));
    const added = await this.bought.store(actor, account, listed);
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
          details: `Synchronized stock with ${account.name}: ${listed.length} addresses, ${added} new, ${missing} missing, ${withdrawn} taken off sale`,
        }),
      );
    return { listed: listed.length, added, missing };
  }

  /**
   * Asks the provider to replace an address. It does so in its own time; the next synchronization brings the new one.
   */
  async requestReplacement(
    actor: AuditActor,
    unitId: number,
    reason: ReplacementReason,
  ): Promise<void> {
    const { provider, address, country } = await this.units.get(unitId);
    if (!provider) throw refuse('UNIT_WITHOUT_PROVIDER');
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
    for (const { id, kind } of await this.findEnabled()) {
      if (!PROVIDER_RULES[kind].lists) continue;
      try {
        await this.synchronize('system', id);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        this.logger.warn({ provider: id, code: error.code }, 'Stock was not synchronized');
        await this.adapters.recordError(id, error.message);
      }
    }
  }

  /** Reads balance and traffic of every enabled account. */
  async readBalances(): Promise<void> {
    for (const { id } of await this.findEnabled()) await this.readBalance(id);
  }

  /** A failure of the provider becomes its `last_error`. */
  async readBalance(id: number): Promise<void> {
    const { adapter, account } = await this.adapters.find(id);
    try {
      await this.recordState(id, await adapter.readState(account));
    } catch (error) {
      if (!isProviderError(error)) throw error;
      this.logger.warn({ provider: id, err: error }, 'A balance could not be read');
      await this.adapters.recordError(id, error.message);
    }
  }

  /** By name. */
  private findEnabled(): Promise<SupplyProvider[]> {
    return this.uow.manager.find(SupplyProvider, {
      where: { enabled: true },
      order: { name: 'ASC' },
    });
  }

  private async recordState(
    id: number,
    { balanceMicros, leftGb, count }: AccountState,
  ): Promise<void> {
    const { manager } = this.uow;
    const leftMicroGb = leftGb === null ? null : Math.round(leftGb * 1_000_000);
    await manager.query(
      `UPDATE supply_provider SET last_error = NULL, balance_micros = $2, left_micro_gb = $3, balance_at = now()
       WHERE id = $1`,
      [id, balanceMicros?.toString() ?? null, leftMicroGb],
    );
    if (!count) return;
    await manager.query(
      `INSERT INTO supply_provider_reading (provider_id, counter, amount) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [id, count.counter, Math.round(count.amount * scaleOfCounter(count.counter))],
    );
    await manager.query(
      `DELETE FROM supply_provider_reading WHERE provider_id = $1 AND read_at < now() - ${READINGS_KEPT}`,
      [id],
    );
  }
}
