import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { NO_REQUESTS, PerformanceRepository } from '../performance/performance.repository';
import { AlertsService } from './alerts.service';
import { CHECKED_KINDS, TroubleQueries } from './trouble.queries';

/** The worker's look around, once a minute: says that it is there and tells what is wrong. */
@Injectable()
export class CheckHealthService {
  constructor(
    private readonly alerts: AlertsService,
    private readonly troubles: TroubleQueries,
    private readonly performance: PerformanceRepository,
  ) {}

  async check(): Promise<void> {
    await this.performance.add('worker', `${hostname()}:${process.pid}`, NO_REQUESTS);
    await this.alerts.settle(CHECKED_KINDS, await this.troubles.find());
    await this.alerts.forget();
    await this.performance.forget();
  }
}
