import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { collectDefaultMetrics } from 'prom-client';
import { Metrics } from '../../common/metrics/metrics';
import { startMetricsServer, type MetricsServer } from '../../common/metrics/metrics-server';
import { AppConfig } from '../../config/app-config';
import { HealthService } from './health.service';

/** Serves metrics and health of this process on a separate port, which stays private. */
@Injectable()
export class ManagementListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: MetricsServer | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly metrics: Metrics,
    private readonly health: HealthService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { port, host } = this.config.metrics;
    if (port === undefined) return;
    collectDefaultMetrics({ register: this.metrics.registry });
    this.server = await startMetricsServer({
      host,
      port,
      registry: this.metrics.registry,
      ready: async () => (await this.health.readiness()).ready,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.close();
  }
}
