import { Injectable } from '@nestjs/common';
import { Clock, DAY } from '../../../common/time/clock';
import { deleteInBatches } from '../../../database/batch-delete';
import { GatewayMeterRepository } from './gateway-meter.repository';

/** A year of reports, and some. */
const RETENTION_MS = 400 * DAY;

/** Throws away by which hour traffic went through the gateway long ago; the totals of proxies stay. */
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
}
