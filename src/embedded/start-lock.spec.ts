import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartLock } from './start-lock';

describe('StartLock', () => {
  it('replaces a file that a crash left half-written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-lock-'));
    const file = join(folder, 'start.lock');
    try {
      await writeFile(file, '{"pid":');
      const lock = await StartLock.acquire(folder);
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
      await lock.release();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
