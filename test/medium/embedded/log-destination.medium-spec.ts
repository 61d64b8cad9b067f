import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ensureBuilt } from '../../support/built-server';
import { inRepo } from '../../support/repo';

/** Exits with logs that could not be written: their reader has left, as a supervisor does after kill -9. */
const LOG_TO_NOBODY = `
  const { pino } = require('pino');
  const { openLogDestination } = require('./dist/common/log');
  const log = pino(openLogDestination(false));
  process.once('message', () => {
    for (let line = 0; line < 100; line += 1) log.warn('x'.repeat(1_000));
    process.exit(3);
  });
`;

describe('log destination', () => {
  it('should not keep a process whose log nobody reads any more', async () => {
    await ensureBuilt();
    const child = spawn(process.execPath, ['-e', LOG_TO_NOBODY], {
      cwd: inRepo(),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      timeout: 30_000,
      killSignal: 'SIGKILL',
    });
    child.stdout!.destroy();
    await once(child.stdout!, 'close');
    child.send('go');
    expect(await once(child, 'exit')).toEqual([3, null]);
  });
});
