import { Injectable, Logger } from '@nestjs/common';
import { BoughtUnitsService } from '../stock/bought-units.service';
import type { BoughtUnit } from '../stock/stock-unit.entity';
import { crashPoint } from '../../common/crash-point';
import { UnitOfWork } from '../../database/unit-of-work';
import { isProviderError } from '../providers/adapters/provider-http';
import { ProviderAdapters } from '../providers/provider-adapters';
import { ProviderRepository } from '../providers/providers.service';
import type { ProviderAddress } from '../providers/providers.types';
import { PurchaseRepository } from './purchase.repository';
import type { PendingPurchase } from './purchase.entity';

const BATCH = 20;

/** Finds out from the account's list what became of purchases, and puts what they bought into stock. */
@Injectable()
export class PurchaseFollowService {
  private readonly logger = new Logger(PurchaseFollowService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly providers: ProviderRepository,
    private readonly adapters: ProviderAdapters,
    private readonly purchases: PurchaseRepository,
    private readonly bought: BoughtUnitsService,
  ) {}

  /** Looks after every purchase that is due. A provider that fails is asked again by the next job. */
  async followDue(): Promise<void> {
    await this.purchases.settleAbandoned();
    for (const purchase of await this.purchases.findDue(BATCH))
      try {
        await this.look(purchase);
      } catch (error) {
        if (!isProviderError(error)) throw error;
        this.logger.warn({ purchase: purchase.id, err: error }, 'A purchase could not be listed');
      }
  }

  /** @throws ProviderRefusal or ProviderSilence. */
  async look(purchase: PendingPurchase): Promise<void> {
    if (purchase.status !== 'ordered' && purchase.status !== 'unknown') return;
    const { addresses, account } = await this.adapters.forAddresses(purchase.providerId);
    const listed = await addresses.list(account);
    const found =
      purchase.kind === 'buy'
        ? await this.findBought(purchase, listed)
        : listed.filter((one) => isProlonged(purchase, one));
    await this.record(purchase, found);
  }

  /**
   * The addresses of the order. Of an unknown one: those of one order that were not there before, are of no other
   * purchase and of nobody's list, in the country, and not more than were ordered.
   */
  private async findBought(
    { id, providerId, orderRef, country, quantity, knownAddresses }: PendingPurchase,
    listed: readonly ProviderAddress[],
  ): Promise<ProviderAddress[]> {
    if (orderRef !== null) return listed.filter((one) => one.orderRef === orderRef);
    const known = new Set(knownAddresses);
    const fresh = listed.filter((one) => !known.has(one.address) && one.country === country);
    if (!fresh.length) return [];
    const others = await this.purchases.findOrderRefs(providerId, id);
    const taken = await this.bought.findTaken(fresh.map(({ address }) => address));
    const orders = new Map<string, ProviderAddress[]>();
    for (const one of fresh)
      if (one.orderRef !== null && !others.has(one.orderRef) && !taken.has(one.address))
        orders.set(one.orderRef, [...(orders.get(one.orderRef) ?? []), one]);
    return [...orders.values()].find((group) => group.length <= quantity) ?? [];
  }

  private async record(
    purchase: PendingPurchase,
    found: readonly ProviderAddress[],
  ): Promise<void> {
    const { id, providerId, status, quantity, delivered } = purchase;
    const [first] = found;
    if (!first) return this.purchases.recordListing(id, delivered);
    const provider = (await this.providers.findById(providerId))!;
    await this.uow.run(async () => {
      await this.bought.store(
        'system',
        provider,
        found.map((one) => toUnit(one, purchase)),
      );
      await this.purchases.recordListing(id, found.length);
      if (found.length >= quantity)
        await this.purchases.move(id, 'delivered', {
          orderRef: first.orderRef ?? undefined,
          delivered: quantity,
        });
      else if (status === 'unknown')
        await this.purchases.move(id, 'ordered', { orderRef: first.orderRef ?? undefined });
      crashPoint('supply-purchase.before-delivery');
    });
  }
}

/** The list knows the address with a later end than before. */
const isProlonged = (purchase: PendingPurchase, { address, endsAt }: ProviderAddress): boolean =>
  address === purchase.address &&
  endsAt !== null &&
  (!purchase.endedAt || endsAt > purchase.endedAt);

export const toUnit = (one: ProviderAddress, { country }: { country: string }): BoughtUnit => ({
  ...{ address: one.address, port: one.httpPort, username: one.username, password: one.password },
  ...{ ref: one.ref, endsAt: one.endsAt, country: one.country ?? country },
});
