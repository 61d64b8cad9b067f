import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { exitWithParent, notifyParentReady } from './common/process';
import { ConfigError } from './config/app-config';
import { WorkerModule } from './worker.module';

/** Runs the jobs. Any number of these may run side by side. */
async function main(): Promise<void> {
  exitWithParent();
  const app = await NestFactory.createApplicationContext(WorkerModule, {
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(app.get(Logger));
  app.enableShutdownHooks();
  notifyParentReady();
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
