import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../common/errors/domain-error';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProviderAdapters } from '../providers/provider-adapters';
import { SupplyProvider } from '../providers/provider.entity';
import type { StockOrder } from '../providers/providers.types';
import { BoughtUnitsService } from '../stock/bought-units.service';
import { PurchaseRepository } from './purchase.repository';
import { PurchasesService } from './purchases.service';

/** Of one automatic purchase. */
const MAX_QUANTITY = 100;

/** Buys what is missing below the minimum stock, within each provider's monthly budget and daily limit. */
@Injectable()
export class AutomaticStockService {
  private readonly logger = new Logger(AutomaticStockService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly adapters: ProviderAdapters,
    private readonly purchases: PurchaseRepository,
    private readonly purchasing: PurchasesService,
    private readonly units: BoughtUnitsService,
  ) {}

  /** After a purchase that failed a provider is left alone for an hour. */
  async fill(): Promise<void> {
    const providers = await this.uow.manager.find(SupplyProvider, {
      where: { enabled: true, buysAutomatically: true },
      order: { name: 'ASC' },
    });
    for (const provider of providers) {
      if (await this.purchases.hasFailedLately(provider.id)) continue;
      for (const [country, minimum] of Object.entries(provider.minimumStock))
        if (!(await this.buyMissing(provider, country, minimum))) break;
    }
  }

  /** @returns whether the provider may be asked for another country. */
  private async buyMissing(
    provider: SupplyProvider,
    country: string,
    minimum: number,
  ): Promise<boolean> {
    const { id, automaticPeriod: period } = provider;
    const missing = Math.min(minimum - (await this.countStock(country)), MAX_QUANTITY);
    if (missing <= 0) return true;
    try {
      const wanted = { country, quantity: missing, period };
      const { order, price } = await this.fitIntoDay(id, wanted);
      const { status } = await this.purchasing.buy('system', id, order, {
        expectedMicros: price,
        isStillNeeded: async () => {
          // Another worker, or a purchase at another provider, may have been first.
          await this.uow
            .requireTransaction()
            .query(`SELECT pg_advisory_xact_lock($1)`, [AdvisoryLock.automaticStock]);
          return (await this.countStock(country)) + order.quantity <= minimum;
        },
      });
      return status === 'ordered' || status === 'delivered';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ provider: id, country, code: error.code }, 'Stock was not bought');
      await this.adapters.recordError(id, error.message);
      return false;
    }
  }

  /** @returns as much of the order as today's limit still pays for, or the whole of it where that is nothing. */
  private async fitIntoDay(
    id: number,
    order: StockOrder,
  ): Promise<{ order: StockOrder; price: bigint }> {
    const price = await this.purchasing.quote(id, order);
    const { dailyAutomaticMicros: limit } = await this.uow.manager.findOneByOrFail(SupplyProvider, {
      id,
    });
    const { automaticToday: spent } = await this.purchases.findSpending(id);
    // What costs nothing cannot be divided by; the purchase decides about it.
    if (limit === null || price === 0n || spent + price <= limit) return { order, price };
    const affordable = Number(((limit - spent) * BigInt(order.quantity)) / price);
    if (affordable < 1) return { order, price };
    const smaller = { ...order, quantity: affordable };
    return { order: smaller, price: await this.purchasing.quote(id, smaller) };
  }

  /**
   * Unsold units and those on the way, which are read first: what arrives in between counts twice, not never. Units that
   * end too soon to be sold count too, or a short period would be bought again and again.
   */
  private async countStock(country: string): Promise<number> {
    const expected = await this.purchases.countExpected(country);
    return expected + (await this.units.countUnsold(country));
  }
}
