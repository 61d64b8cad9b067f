import 'reflect-metadata';
import { join } from 'node:path';
import { readEnvironment } from './embedded/environment';
import { Platform } from './embedded/platform';
import { seed } from './embedded/seeds/seed';
import { runMigrations, UnknownSchemaError } from './database/migrate';
import { StartError, diskFullError } from './embedded/start-error';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A closed terminal must not prevent an orderly shutdown. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const platform = new Platform({
    environment: readEnvironment(process.env),
    scripts: {
      api: join(__dirname, 'main.js'),
      worker: join(__dirname, 'worker.js'),
      gateway: join(__dirname, 'gateway.js'),
    },
    prepareDatabase: async (config) => {
      await runMigrations(config.database.url);
      return seed(config, { networks: true });
    },
    print,
    showAllLogs: process.argv.includes('--logs'),
  });
  const end = (status: number) =>
    platform.stop().then(
      () => process.exit(status),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  let stopping = false;
  const stop = () => {
    // The terminal and npm both forward Ctrl-C; `stop` is idempotent.
    if (!stopping) print('\nStopping…');
    stopping = true;
    void end(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.connected) process.once('disconnect', stop);
  // npm run dev has compiled new code.
  process.on('message', (message) => {
    if (message === 'reload') platform.reload().catch(reportError);
  });
  try {
    await platform.start();
  } catch (error) {
    if (stopping) return;
    reportError(error);
    await end(1);
  }
}

function reportError(error: unknown): void {
  const known = error instanceof StartError ? error : explain(error as NodeJS.ErrnoException);
  if (known) process.stderr.write(`\n${known.message}\n`);
  else console.error(error);
}

function explain(error: NodeJS.ErrnoException): StartError | undefined {
  if ((error.code === 'EACCES' || error.code === 'EPERM') && error.path)
    return new StartError(
      `This user may not use ${error.path}: it belongs to another user. ` +
        'Start as that user, take the folder over with chown, or set DATA_DIR to a folder of your own.',
    );
  if (error instanceof UnknownSchemaError)
    return new StartError(
      `${error.message} With npm start, delete the folder .data to begin anew.`,
    );
  return diskFullError(String(error), 'the data');
}

main().catch((error: unknown) => {
  reportError(error);
  process.exitCode = 1;
});
