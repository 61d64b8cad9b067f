import 'reflect-metadata';
import { join } from 'node:path';
import { readEnvironment } from '../../../src/embedded/environment';
import { Platform } from '../../../src/embedded/platform';

/** The real supervisor over stand-in processes, for what must be tried without a build. */
const platform = new Platform({
  environment: readEnvironment(process.env),
  scripts: {
    api: join(__dirname, 'api.cjs'),
    worker: join(__dirname, 'worker.cjs'),
    gateway: join(__dirname, 'gateway.cjs'),
  },
  prepareDatabase: () => Promise.resolve({ adminCreated: process.env.ADMIN_EXISTS !== 'true' }),
  print: console.log,
});
const end = (status: number) => void platform.stop().then(() => process.exit(status));
process.on('SIGINT', () => end(0));
process.on('message', (message) => void (message === 'reload' && platform.reload()));
platform.start().catch((error: Error) => {
  console.error(error.message);
  end(1);
});
