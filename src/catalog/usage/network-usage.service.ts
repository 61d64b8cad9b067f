import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SupplyNetworkRepository } from '../networks/supply-network.repository';
import { isProviderError } from '../providers/adapters/provider-errors';
import { ProviderAdapters } from '../providers/provider-adapters';
import { ProviderReadingRepository } from '../providers/provider-reading.repository';
import { ProviderRepository } from '../providers/provider.repository';
import { networkNotFound } from '../supply.errors';
import { countDay } from './count-day';
import { NetworkUsageRepository } from './network-usage.repository';
import type { ComparableAccount, ComparedDay, NetworkUsage } from './network-usage.types';

/** Providers correct their counts for some days. */
const DAYS_READ = 3;

/** What networks carried and cost, and what their providers say about it. */
@Injectable()
export class NetworkUsageService {
  private readonly logger = new Logger(NetworkUsageService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly usage: NetworkUsageRepository,
    private readonly networks: SupplyNetworkRepository,
    private readonly providers: ProviderRepository,
    private readonly adapters: ProviderAdapters,
    private readonly readings: ProviderReadingRepository,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  list(): Promise<NetworkUsage[]> {
    return this.usage.findAll();
  }

  /** @throws DomainError not_found NETWORK_NOT_FOUND. */
  async listDays(networkId: number): Promise<ComparedDay[]> {
    if (!(await this.networks.findById(networkId))) throw networkNotFound();
    return this.usage.findDays(networkId);
  }

  /**
   * What staff read in the provider's dashboard.
   * @param day of UTC: 2026-11-24.
   * @throws DomainError not_found NETWORK_NOT_FOUND; invalid for a day that is none or has not begun.
   */
  async enterDay(
    actor: Actor,
    networkId: number,
    day: string,
    bytes: number,
  ): Promise<ComparedDay[]> {
    const begin = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(begin.getTime()) || toDay(begin) !== day || begin > this.clock.now())
      throw invalidFields({ day: ['Enter a day that has begun, such as 2026-11-24'] });
    await this.uow.run(async () => {
      const network = await this.networks.lock(networkId);
      if (!network) throw networkNotFound();
      await this.usage.recordDay(networkId, day, bytes, 'staff');
      await this.audit.record(actor, {
        action: 'system.supply_compared',
        target: `supply_network:${networkId}`,
        details: `Entered ${bytes} bytes as what the provider of ${network.name} counted on ${day}`,
      });
    });
    return this.usage.findDays(networkId);
  }

  /**
   * Finds what providers counted on the last complete days. A count is of an account, so it is compared where one network
   * uses the account; otherwise staff enter it.
   */
  async compareAll(): Promise<void> {
    for (const account of await this.usage.findComparable()) await this.compare(account);
  }

  private async compare({ providerId, networkId, bytesPerGb }: ComparableAccount): Promise<void> {
    const { adapter, account } = await this.adapters.find(providerId);
    const readings = adapter.usage ? [] : await this.readings.find(providerId);
    const today = Date.parse(toDay(this.clock.now()));
    try {
      for (let ago = DAYS_READ; ago >= 1; ago--) {
        const day = new Date(today - ago * DAY);
        const bytes = adapter.usage
          ? await adapter.usage.countDay(account, day)
          : countDay(readings, day, bytesPerGb);
        if (bytes !== null) await this.usage.recordDay(networkId, toDay(day), bytes, 'api');
      }
    } catch (error) {
      if (!isProviderError(error)) throw error;
      this.logger.warn({ provider: providerId, err: error }, 'Usage could not be read');
      await this.providers.recordError(providerId, error.message);
    }
  }
}

const toDay = (date: Date): string => date.toISOString().slice(0, 10);
