import { Injectable, Logger } from '@nestjs/common';
import { BoughtUnitsService } from '../../../catalog/stock/bought-units.service';
import { DomainError } from '../../../common/errors/domain-error';
import { AdvisoryLock } from '../../../database/advisory-locks';
import { UnitOfWork } from '../../../database/unit-of-work';
import { ProviderRepository } from '../provider.repository';
import type { ListedProvider } from '../providers.types';
import { PurchaseRepository } from './purchase.repository';
import { PurchasesService } from './purchases.service';

/** Of one automatic purchase. */
const MOST = 100;

/** Buys what is missing below the minimum stock, within each provider's monthly budget. */
@Injectable()
export class AutomaticStockService {
  private readonly logger = new Logger(AutomaticStockService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly providers: ProviderRepository,
    private readonly purchases: PurchaseRepository,
    private readonly purchasing: PurchasesService,
    private readonly units: BoughtUnitsService,
  ) {}

  /** After a purchase that failed a provider is left alone for an hour. */
  async fill(): Promise<void> {
    for (const provider of await this.providers.findAll()) {
      if (!provider.enabled || !provider.buysAutomatically) continue;
      if (await this.purchases.hasFailedLately(provider.id)) continue;
      for (const [country, minimum] of Object.entries(provider.minimumStock))
        if (!(await this.buyMissing(provider, country, minimum))) break;
    }
  }

  /** @returns whether the provider may be asked for another country. */
  private async buyMissing(
    { id, automaticPeriod: period }: ListedProvider,
    country: string,
    minimum: number,
  ): Promise<boolean> {
    const quantity = Math.min(minimum - (await this.countStock(country)), MOST);
    if (quantity <= 0) return true;
    const order = { country, quantity, period };
    try {
      const { status } = await this.purchasing.buy('system', id, order, {
        expectedMicros: await this.purchasing.quote(id, order),
        isStillNeeded: async () => {
          // Another worker, or a purchase at another provider, may have been first.
          await this.uow
            .requireTransaction()
            .query(`SELECT pg_advisory_xact_lock($1)`, [AdvisoryLock.automaticStock]);
          return (await this.countStock(country)) + quantity <= minimum;
        },
      });
      return status === 'ordered' || status === 'delivered';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ provider: id, country, code: error.code }, 'Stock was not bought');
      await this.providers.recordError(id, error.message);
      return false;
    }
  }

  /**
   * Unsold units and those on the way, which are read first: what arrives in between counts twice, not never. Units that
   * end too soon to be sold count too, or a short period would be bought again and again.
   */
  private async countStock(country: string): Promise<number> {
    const expected = (await this.purchases.findExpected()).get(country) ?? 0;
    return expected + (await this.units.countUnsold(country));
  }
}
