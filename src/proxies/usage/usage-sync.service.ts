import { Injectable } from '@nestjs/common';
import { ProxyProvider } from '../ports/proxy-provider.port';
import { ProxyUsageRepository } from './proxy-usage.repository';
import { UsageCursorRepository } from './usage-cursor.repository';

const BATCH_SIZE = 1000;

/** Takes over from the provider what was used. Costs by what changed, not by how many proxies there are. */
@Injectable()
export class UsageSyncService {
  constructor(
    private readonly provider: ProxyProvider,
    private readonly usage: ProxyUsageRepository,
    private readonly cursors: UsageCursorRepository,
  ) {}

  /** Reads the feed to its end, unless another worker is doing so. @returns readings taken over. */
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
