import { Injectable } from '@nestjs/common';
import { Clock, DAY } from '../../common/time/clock';
import { deleteInBatches } from '../../database/batch-delete';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyUsageRepository, type MeterPosition } from './proxy-usage.repository';

const BATCH_SIZE = 1000;
/** Longer than the yearly reports need. */
const RETENTION_MS = 400 * DAY;
/** Failures help to mend what fails now. */
const FAILURE_RETENTION_MS = 90 * DAY;

/** Keeps the usage of proxies up to date with what the gateways meter; the cost grows with the changes only. */
@Injectable()
export class UsageSyncService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly usage: ProxyUsageRepository,
  ) {}

  /** Rolls up all meters that have changed, unless another worker is at it. @returns how many were read. */
  async sync(): Promise<number> {
    let after: MeterPosition | null = null;
    for (let total = 0; ;) {
      const { count, last } = await this.uow.run(() => this.usage.rollUp(BATCH_SIZE, after));
      total += count;
      if (count < BATCH_SIZE) return total;
      after = last;
    }
  }

  /** Deletes old hours of usage and of failures; the totals of the proxies stay. */
  async deleteOld(): Promise<void> {
    const hours = this.clock.in(-RETENTION_MS);
    await deleteInBatches((limit) => this.usage.deleteHoursBefore(hours, limit));
    const failures = this.clock.in(-FAILURE_RETENTION_MS);
    await deleteInBatches((limit) => this.usage.deleteFailuresBefore(failures, limit));
  }
}
