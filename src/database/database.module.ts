import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../config/app-config';
import { CommitDurability } from './commit-durability';
import { dataSourceOptions, ENTITY_FILES } from './data-source-options';
import { DatabaseClock } from './database-clock';
import { MonthPartitions } from './partitions/month-partitions';
import { PoolMetrics } from './pool-metrics';
import { UnitOfWork } from './unit-of-work';

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
