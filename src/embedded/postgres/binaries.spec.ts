import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBinaries } from './binaries';
import { findPlatformPackage } from './platform-package';

jest.mock('./platform-package');

/** Runs everywhere except in the npm package. */
const PROGRAM = '#!/bin/sh\ncase "$0" in */native/*) exit 1;; esac\necho 18\n';

describe('prepareBinaries when the packaged binaries do not run', () => {
  let folder: string;
  const cache = () => join(folder, 'cache');
  const runs = (program: string) => execFileSync(program, { encoding: 'utf8' }) === '18\n';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nairaproxy-binaries-'));
    const bin = join(folder, 'native', 'bin');
    await mkdir(bin, { recursive: true });
    await mkdir(cache());
    for (const name of ['initdb', 'postgres', 'pg_ctl'])
      await writeFile(join(bin, name), PROGRAM, { mode: 0o755 });
    for (let file = 0; file < 200; file += 1)
      await writeFile(join(folder, 'native', `file-${file}`), '');
    jest.mocked(findPlatformPackage).mockReturnValue({ root: folder, version: '1', major: '18' });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('copies the binaries once and keeps a copy that a concurrent start uses', async () => {
    const starts = Array.from({ length: 5 }, async () => {
      const { initdb } = await prepareBinaries(cache(), undefined);
      for (let turn = 0; turn < 10; turn += 1) {
        expect(runs(initdb)).toBe(true);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    await Promise.all(starts);
    expect(await readdir(cache())).toEqual([`postgres-1-${process.arch}`]);
  });

  it('replaces a copy that does not run', async () => {
    const broken = join(cache(), `postgres-1-${process.arch}`, 'bin');
    await mkdir(broken, { recursive: true });
    await writeFile(join(broken, 'initdb'), 'half of', { mode: 0o755 });
    const { initdb } = await prepareBinaries(cache(), undefined);
    expect(runs(initdb)).toBe(true);
    expect(await readdir(cache())).toEqual([`postgres-1-${process.arch}`]);
  });
});
