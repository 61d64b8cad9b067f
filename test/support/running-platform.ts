import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { poll } from '../../src/embedded/poll';
import { freezePostgres } from './child-processes';

export type ChildName = 'api' | 'worker' | 'gateway' | 'postgres' | 'supervisor';

/** A started `node dist/embedded.js`, or a stub of it, with its output so far. */
export class RunningPlatform {
  #output = '';
  #ended: string | undefined;

  private constructor(
    private readonly process: ChildProcess,
    readonly dataDir: string,
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    process.once('close', (status, signal) => (this.#ended = signal ?? `status ${status}`));
  }

  static spawn(args: string[], env: NodeJS.ProcessEnv, dataDir: string): RunningPlatform {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    return new RunningPlatform(child, dataDir);
  }

  /** Its stdout and stderr so far. */
  get output(): string {
    return this.#output;
  }

  /** `status 0` or the name of a signal; undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** @throws Error with its output when it does not become ready. */
  async waitUntilReady(withinMs = 150_000): Promise<void> {
    const settled = () => this.#output.includes('Ctrl-C stops everything.') || this.#ended;
    const isSettled = await poll(settled, withinMs);
    if (!isSettled || this.#ended)
      throw new Error(
        `The platform did not become ready (${this.#ended ?? 'still trying'}):\n${this.#output}`,
      );
  }

  /** Waits for an exit that the test does not cause. */
  async waitUntilEnded(withinMs = 60_000): Promise<string> {
    const exit = await poll(() => this.#ended, withinMs);
    if (exit === undefined) throw new Error(`The platform still runs:\n${this.#output}`);
    return exit;
  }

  /** Sends the signal of Ctrl-C. @returns `status 0` or the name of a signal. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<string> {
    if (this.#ended === undefined) this.process.kill(signal);
    const exit = await poll(() => this.#ended, 50_000);
    if (exit !== undefined) return exit;
    this.process.kill('SIGKILL');
    throw new Error(`The platform did not stop within 50 s:\n${this.#output}`);
  }

  /** Sends the message that npm run dev sends after a compilation. */
  reload(): void {
    this.process.send('reload');
  }

  /** Kills the platform or one of its processes with SIGKILL. @returns the process id. */
  async kill9(name: ChildName): Promise<number> {
    const pid = await this.getPid(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  /** @returns what lets it run again. */
  async freezePostgres(): Promise<() => void> {
    const postmaster = await this.getPid('postgres');
    if (postmaster === undefined) throw new Error('PostgreSQL does not run');
    return freezePostgres(postmaster);
  }

  /** Undefined while it does not run. */
  async getPid(name: ChildName): Promise<number | undefined> {
    if (name === 'supervisor') return this.process.pid;
    if (name === 'postgres') {
      const lock = await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(
        () => '',
      );
      return Number(lock.split('\n')[0]) || undefined;
    }
    const lock = JSON.parse(await readFile(join(this.dataDir, 'start.lock'), 'utf8')) as {
      children: { pid: number; name: string }[];
    };
    return lock.children.find((child) => child.name === name)?.pid;
  }
}
