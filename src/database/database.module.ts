import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppConfig } from '../config/app-config';
import { dataSourceOptions } from './data-source-options';
import { PoolMetrics } from './pool-metrics';
import { UnitOfWork } from './unit-of-work';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        ...dataSourceOptions(
          config.database.url,
          config.database.poolMax,
          config.database.poolWaitMs,
        ),
        autoLoadEntities: true,
        retryAttempts: config.env === 'test' ? 1 : 20,
        retryDelay: 1000,
      }),
    }),
  ],
  providers: [UnitOfWork, PoolMetrics],
  exports: [UnitOfWork],
})
export class DatabaseModule {}
