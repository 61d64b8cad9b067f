import type { INestApplicationContext, ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommonModule } from '../common/common.module';
import { AppConfig } from '../config/app-config';
import { assertProcessConfig } from '../config/config.module';
import { DatabaseModule } from './database.module';

class CommandModule {}

/** Runs a command in an application of these modules, with a database and without queues and HTTP. */
export async function runInApplication<T>(
  config: AppConfig,
  imports: NonNullable<ModuleMetadata['imports']>,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  assertProcessConfig(config);
  const app = await NestFactory.createApplicationContext(
    {
      module: CommandModule,
      global: true,
      imports: [CommonModule, DatabaseModule.forProcess('command'), ...imports],
      providers: [{ provide: AppConfig, useValue: config }],
      exports: [AppConfig],
    },
    { logger: ['error', 'warn'], abortOnError: false },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
