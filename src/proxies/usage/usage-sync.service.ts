import { Injectable } from '@nestjs/common';
import { ProxyProvider } from '../ports/proxy-provider.port';
import { ProxyUsageRepository } from './proxy-usage.repository';
import { UsageCursorRepository } from './usage-cursor.repository';

const BATCH_SIZE = 1000;

/** Copies traffic counters from the usage feed of the provider; the cost grows with the changes only. */
@Injectable()
export class UsageSyncService {
  constructor(
    private readonly provider: ProxyProvider,
    private readonly usage: ProxyUsageRepository,
    private readonly cursors: UsageCursorRepository,
  ) {}

  /** Reads the feed to its end unless another worker has the lease. @returns the number of readings. */
  async sync(): Promise<number> {
    const { name } = this.provider;
    const lease = await this.cursors.lease(name);
    if (!lease) return 0;
    try {
      let count = 0;
      let { cursor } = lease;
      for (let more = true; more;) {
        const changes = await this.provider.usageChanges(cursor, BATCH_SIZE);
        if (changes.readings.length) await this.usage.saveReadings(name, changes.readings);
        await this.cursors.advance(name, changes.cursor);
        ({ cursor, more } = changes);
        count += changes.readings.length;
      }
      return count;
    } finally {
      await this.cursors.release(name);
    }
  }
}
