import { Injectable } from '@nestjs/common';
import { Clock, DAY } from '../../../common/time/clock';
import { deleteInBatches } from '../../../database/batch-delete';
import { GatewayMeterRepository } from './gateway-meter.repository';

/** Longer than the yearly reports need. */
const RETENTION_MS = 400 * DAY;
/** Failures help to mend what fails now. */
const FAILURE_RETENTION_MS = 90 * DAY;

/** Deletes old hourly rows of the gateway; the totals of the proxies stay. */
@Injectable()
export class UsageRetentionService {
  constructor(
    private readonly clock: Clock,
    private readonly meter: GatewayMeterRepository,
  ) {}

  deleteOldHours(): Promise<void> {
    const before = this.clock.in(-RETENTION_MS);
    return deleteInBatches((limit) => this.meter.deleteHoursBefore(before, limit));
  }

  deleteOldFailures(): Promise<void> {
    const before = this.clock.in(-FAILURE_RETENTION_MS);
    return deleteInBatches((limit) => this.meter.deleteFailuresBefore(before, limit));
  }
}
