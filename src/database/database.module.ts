import { Global, Module, type DynamicModule, Injectable, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig, ConfigError } from '../config/app-config';
import { dataSourceOptions, ENTITY_FILES } from './data-source-options';
import { DatabaseClock } from './database-clock';
import { MonthPartitions } from './partitions/month-partitions';
import { UnitOfWork } from './unit-of-work';
import { DataSource } from 'typeorm';
import type { Pool } from 'pg';
import { Metrics } from '../common/metrics/metrics';

/** Usage of this process's database connection pool. */
@Injectable()
class PoolMetrics {
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

/**
 * Refuses to start in production where a COMMIT is answered before it is on disk: what the customer was told
 * could be lost. No code sets `synchronous_commit`, so the server's default is that of every transaction.
 */
@Injectable()
export class CommitDurability implements OnModuleInit {
  constructor(
    private readonly config: AppConfig,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws ConfigError with what to change. */
  async onModuleInit(): Promise<void> {
    if (!this.config.isProduction) return;
    const [{ setting }] = await this.dataSource.query<[{ setting: string }]>(
      `SELECT current_setting('synchronous_commit') AS setting`,
    );
    if (setting === 'off')
      throw new ConfigError(
        'PostgreSQL answers a COMMIT before it is on disk (synchronous_commit is off), so a crash could lose ' +
          'money that was credited. Switch the setting on, or to remote_apply, and start again.',
      );
  }
}

/** What a process does decides how long its statements may take. */
export type DatabaseProcess = 'api' | 'worker' | 'command';

@Global()
@Module({
  providers: [UnitOfWork, DatabaseClock, MonthPartitions, PoolMetrics],
  exports: [UnitOfWork, DatabaseClock, MonthPartitions],
})
export class DatabaseModule {
  /** The connection pool of a process, with its deadlines. */
  static forProcess(name: DatabaseProcess): DynamicModule {
    return {
      module: DatabaseModule,
      providers: name === 'command' ? [] : [CommitDurability],
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [AppConfig],
          useFactory: ({ database, env }: AppConfig) => ({
            ...dataSourceOptions(
              database.url,
              database.poolMax,
              database.poolWaitMs,
              name === 'command' ? undefined : database.deadlines[name],
            ),
            // A command loads few modules, whose entities refer to those of others.
            ...(name === 'command' ? { entities: [ENTITY_FILES] } : { autoLoadEntities: true }),
            retryAttempts: env === 'test' || name === 'command' ? 1 : 20,
            retryDelay: 1000,
          }),
        }),
      ],
    };
  }
}
