import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { poll } from '../../../src/embedded/poll';
import { isPortOpen } from '../../../src/embedded/ports';
import { freePort } from '../ports';
import { redisServerPath } from '../redis-path';

/** An in-memory redis-server that a test may kill; it restarts empty on the same port. */
export class RedisServer {
  private constructor(
    private readonly program: string,
    private readonly port: number,
    private child: ChildProcess,
  ) {}

  /** @throws Error when redis-server is not installed. */
  static async start(): Promise<RedisServer> {
    const program = redisServerPath();
    if (!program) throw new Error('No redis-server: install it or set REDIS_SERVER_PATH.');
    const port = await freePort();
    const redis = new RedisServer(program, port, launch(program, port));
    await redis.waitUntilReady();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Kills the server with SIGKILL and starts an empty one on its port. */
  async killAndReplace(): Promise<void> {
    await this.kill();
    await this.replace();
  }

  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Starts an empty server unless one runs. */
  async replace(): Promise<void> {
    if (this.isRunning) return;
    this.child = launch(this.program, this.port);
    await this.waitUntilReady();
  }

  /** Deletes all keys; clients stay connected. */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port: this.port, host: '127.0.0.1' }, () =>
        socket.write('FLUSHALL\r\n'),
      );
      socket.once('error', reject).once('data', (answer) => {
        socket.destroy();
        if (answer.toString() === '+OK\r\n') resolve();
        else reject(new Error(`FLUSHALL returned ${answer.toString()}`));
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

  private async waitUntilReady(): Promise<void> {
    await poll(async () => !this.isRunning || (await isPortOpen(this.port)), 30_000);
    // A response after the process has exited comes from another process on the port.
    if (this.isRunning && (await isPortOpen(this.port))) return;
    this.child.kill('SIGKILL');
    throw new Error(`redis-server did not respond on port ${this.port}`);
  }
}

const launch = (program: string, port: number): ChildProcess =>
  spawn(
    program,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  );
