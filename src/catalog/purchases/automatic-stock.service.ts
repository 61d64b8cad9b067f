import { Injectable, Logger } from '@nestjs/common';
import { BoughtUnitsService } from '../stock/bought-units.service';
import { DomainError } from '../../common/errors/domain-error';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProviderRepository } from '../providers/providers.service';
import type { ListedProvider, StockOrder } from '../providers/providers.types';
import { PurchaseRepository } from './purchase.repository';
import { PurchasesService } from './purchases.service';

/** Of one automatic purchase. */
const MOST = 100;

/** Buys what is missing below the minimum stock, within each provider's monthly budget and daily limit. */
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
    const missing = Math.min(minimum - (await this.countStock(country)), MOST);
    if (missing <= 0) return true;
    try {
      const { order, price } = await this.fitIntoDay(id, { country, quantity: missing, period });
      const { quantity } = order;
      const { status } = await this.purchasing.buy('system', id, order, {
        expectedMicros: price,
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

  /** @returns as much of the order as today's limit still pays for, or the whole of it where that is nothing. */
  private async fitIntoDay(
    id: number,
    order: StockOrder,
  ): Promise<{ order: StockOrder; price: bigint }> {
    const price = await this.purchasing.quote(id, order);
    const provider = (await this.providers.findById(id))!;
    const { dailyAutomaticMicros: limit, automaticTodayMicros: spent } = provider;
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
    const expected = (await this.purchases.findExpected()).get(country) ?? 0;
    return expected + (await this.units.countUnsold(country));
  }
}
