import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { MINUTE } from '../../common/time/clock';
import { PerformanceService } from '../performance/performance.service';
import { AlertsService } from './alerts.service';

/** Raises an alert when no worker is alive. Runs in the API, since it cannot run in a worker. */
@Injectable()
export class WorkerHeartbeatMonitor implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(WorkerHeartbeatMonitor.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly performance: PerformanceService,
    private readonly alerts: AlertsService,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.http.httpAdapter) return;
    this.timer = setInterval(() => void this.tick(), MINUTE);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async check(): Promise<void> {
    const silent = await this.performance.areWorkersSilent();
    const condition = {
      kind: 'worker_silent',
      key: 'worker_silent',
      severity: 'critical',
      message:
        'No worker has responded for five minutes: payments are not checked, emails are not sent and usage is not counted.',
    } as const;
    await this.alerts.sync(['worker_silent'], silent ? [condition] : []);
  }

  private async tick(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      this.logger.warn({ err: error }, 'The heartbeat of the workers could not be checked');
    }
  }
}
