import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Metrics } from '../common/metrics/metrics';

/** Usage of this process's database connection pool. */
@Injectable()
export class PoolMetrics {
  constructor(dataSource: DataSource, metrics: Metrics) {
    const pool = () => (dataSource.driver as unknown as { master: Pool }).master;
    metrics.gauge('database_pool_connections', 'Open database connections.', ['state'], () => {
      const { totalCount, idleCount } = pool();
      return [
        { labels: { state: 'busy' }, value: totalCount - idleCount },
        { labels: { state: 'idle' }, value: idleCount },
      ];
    });
    metrics.gauge('database_pool_waiting', 'Queries waiting for a connection.', [], () => [
      { value: pool().waitingCount },
    ]);
  }
}
