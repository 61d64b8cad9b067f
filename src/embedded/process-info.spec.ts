import { spawn } from 'node:child_process';
import { on } from 'node:events';
import { createInterface } from 'node:readline';
import { poll } from './poll';
import { isProcessAlive, processIdentity } from './process-info';

describe('processIdentity', () => {
  it('is stable while a process runs', () => {
    expect(processIdentity(process.pid)).toBeTruthy();
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
  });

  it('differs between processes', () => {
    if (process.platform === 'win32') return;
    expect(processIdentity(process.pid)).not.toBe(processIdentity(1));
  });

  it.each([0, -1, Number.NaN, 2_147_483_646])('is undefined for the unused pid %p', (pid) => {
    expect(processIdentity(pid)).toBeUndefined();
  });

  it('is undefined for a zombie, which still accepts signals', async () => {
    if (process.platform === 'win32') return;
    const parent = spawn('sh', ['-c', 'sleep 300 & echo $!; exec cat']);
    const said = on(createInterface(parent.stdout), 'line') as AsyncIterator<[string]>;
    const nextLine = async () => (await said.next()).value![0] as string;
    const child = Number(await nextLine());
    try {
      // The shell has exec'd the echoing process, which does not reap children.
      parent.stdin.write('ready\n');
      expect(await nextLine()).toBe('ready');
      process.kill(child, 'SIGKILL');
      expect(await poll(() => processIdentity(child) === undefined, 30_000, 10)).toBe(true);
      expect(isProcessAlive(child)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
