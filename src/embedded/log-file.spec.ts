import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogFile } from './log-file';

describe('LogFile', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nairaproxy-log-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('returns only the text written since it was opened', async () => {
    const path = join(folder, 'a.log');
    await writeFile(path, 'yesterday\n');
    const log = await LogFile.open(path);
    await appendFile(path, 'today\n');
    expect(await log.written()).toBe('today\n');
  });

  it('rotates a large file', async () => {
    const path = join(folder, 'a.log');
    await writeFile(path, Buffer.alloc(11 * 1024 * 1024, 'x'));
    const log = await LogFile.open(path);
    await appendFile(path, 'fresh\n');
    expect((await stat(`${path}.1`)).size).toBe(11 * 1024 * 1024);
    expect(await readFile(path, 'utf8')).toBe('fresh\n');
    expect(await log.written()).toBe('fresh\n');
  });

  it('returns an empty text for a missing file', async () => {
    expect(await (await LogFile.open(join(folder, 'none.log'))).written()).toBe('');
  });
});
