import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { poll } from '../../../src/embedded/poll';
import { isPortOpen } from '../../../src/embedded/ports';
import { freePort } from '../ports';
import { redisServerPath } from '../redis-path';

/** A Redis that keeps nothing on disk and may be killed: it comes back on its port, empty. */
export class KillableRedis {
  private constructor(
    private readonly program: string,
    private readonly port: number,
    private child: ChildProcess,
  ) {}

  /** @throws Error when there is no redis-server on this machine. */
  static async start(): Promise<KillableRedis> {
    const program = redisServerPath();
    if (!program) throw new Error('No redis-server: install it or set REDIS_SERVER_PATH.');
    const port = await freePort();
    const redis = new KillableRedis(program, port, launch(program, port));
    await redis.waitUntilAnswering();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** kill -9, and a new empty one in its place. */
  async killAndReplace(): Promise<void> {
    await this.kill();
    await this.replace();
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** A new empty one, unless one runs. */
  async replace(): Promise<void> {
    if (this.isRunning) return;
    this.child = launch(this.program, this.port);
    await this.waitUntilAnswering();
  }

  /** Empties it while everybody stays connected. */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.port, host: '127.0.0.1' }, () =>
        socket.write('FLUSHALL\r\n'),
      );
      socket.once('error', reject).once('data', (answer) => {
        socket.destroy();
        if (answer.toString() === '+OK\r\n') resolve();
        else reject(new Error(`FLUSHALL was answered with ${answer.toString()}`));
      });
    });
  }

  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const ended = new Promise((done) => this.child.once('exit', done));
    this.child.kill(signal);
    await ended;
  }

  private async waitUntilAnswering(): Promise<void> {
    if (!(await poll(() => isPortOpen(this.port), 30_000)))
      throw new Error(`redis-server did not answer on port ${this.port}`);
  }
}

const launch = (program: string, port: number): ChildProcess =>
  spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
