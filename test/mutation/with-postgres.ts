import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import globalSetup from '../support/global-setup';
import globalTeardown from '../support/global-teardown';

/** Runs Stryker with one migrated PostgreSQL for all mutants, because starting one per mutant takes hours. */
async function main(stryker: string): Promise<number> {
  await globalSetup();
  try {
    const child = spawn(
      process.execPath,
      [stryker, 'run', join('test', 'mutation', 'stryker.config.mjs')],
      { stdio: 'inherit', env: process.env },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    await globalTeardown();
  }
}

void main(process.argv[2]!).then((code) => {
  process.exitCode = code;
});
