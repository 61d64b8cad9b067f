import { spawn } from 'node:child_process';
import { answersToSignals, processIdentity } from './process-info';

describe('processIdentity', () => {
  it('is the same for the same life', () => {
    expect(processIdentity(process.pid)).toBeTruthy();
    expect(processIdentity(process.pid)).toBe(processIdentity(process.pid));
  });

  it('differs from a process that was started earlier', () => {
    if (process.platform === 'win32') return;
    expect(processIdentity(process.pid)).not.toBe(processIdentity(1));
  });

  it.each([0, -1, Number.NaN, 2_147_483_646])('is undefined for %p, which nobody bears', (pid) => {
    expect(processIdentity(pid)).toBeUndefined();
  });

  it('is undefined for a zombie, although that still answers to signals', async () => {
    if (process.platform === 'win32') return;
    // The shell has long become the second sleep, which collects no child, when the first one ends.
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 30'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString()))),
      );
      const deadline = Date.now() + 5_000;
      while (processIdentity(pid) !== undefined && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(processIdentity(pid)).toBeUndefined();
      expect(answersToSignals(pid)).toBe(true);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});
