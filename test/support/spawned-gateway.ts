import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { poll } from '../../src/embedded/poll';
import { ensureBuilt } from './built-server';
import { freePorts } from './ports';
import { inRepo } from './repo';

/** The gateway's program in processes of their own. */
export class SpawnedGateway {
  output = '';
  readonly ended: Promise<number | null>;

  private constructor(
    readonly process: ChildProcess,
    readonly ports: { http: number; socks: number; metrics: number },
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk) => (this.output += String(chunk)));
    this.ended = new Promise((resolve) => process.once('close', resolve));
  }

  /** Runs test/support/gateway-entry.cjs, where the origin may be reached, or another entry. */
  static async spawn(
    env: Record<string, string>,
    entry = 'test/support/gateway-entry.cjs',
  ): Promise<SpawnedGateway> {
    await ensureBuilt();
    const [http = 0, socks = 0, metrics = 0] = await freePorts(3);
    const child = spawn(process.execPath, [entry], {
      cwd: inRepo(),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        GATEWAY_HTTP_PORT: String(http),
        GATEWAY_SOCKS_PORT: String(socks),
        METRICS_PORT: String(metrics),
        ...env,
      },
    });
    return new SpawnedGateway(child, { http, socks, metrics });
  }

  /** Code of every reason that the gateway is not ready for, after the status. */
  async health(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.ports.metrics}/health/ready`).catch(
      () => undefined,
    );
    if (!response) return 'no answer';
    const { reasons = [] } = (await response.json()) as { reasons?: { code: string }[] };
    return [response.status, ...reasons.map(({ code }) => code)].join(' ');
  }

  /** Resolves when its health is this. */
  async untilHealth(expected: string, withinMs = 45_000): Promise<void> {
    const met = await poll(async () => (await this.health()) === expected, withinMs, 50);
    if (!met) throw new Error(`${await this.health()} instead of ${expected}: ${this.output}`);
  }

  async metrics(): Promise<string> {
    const response = await fetch(`http://127.0.0.1:${this.ports.metrics}/metrics`);
    return response.text();
  }

  /** The value of one series; 0 when there is none. */
  async metric(series: string): Promise<number> {
    const line = (await this.metrics()).split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  }

  /** Kills the program and, through it, its workers. */
  async dispose(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }
}

/** A target that answers the first bytes of a connection with `pieces` pieces, one every `everyMs`. */
export async function startSlowOrigin(pieces: number, everyMs: number, size = 4096) {
  const piece = Buffer.alloc(size, 'x');
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      let left = pieces;
      const timer = setInterval(() => {
        if (left-- > 0) socket.write(piece);
        else socket.end();
      }, everyMs);
      socket.once('close', () => clearInterval(timer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    bytes: pieces * size,
    close: () => server.close(),
  };
}

/** A tunnel through the gateway. */
export interface Download {
  socket: Socket;
  received: number;
  /** Bytes in all once the tunnel has ended; rejects when it was reset. */
  done: Promise<number>;
}

/** @returns a refusal as text, or a tunnel in which the origin sends its bytes. */
export async function download(
  port: number,
  origin: number,
  authorization: string,
): Promise<Download | string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`CONNECT 127.0.0.1:${origin} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n`);
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk)));
    socket.once('close', () => resolve('closed'));
  });
  if (!head.startsWith('HTTP/1.1 200')) {
    socket.destroy();
    return head;
  }
  const state: Download = {
    socket,
    received: 0,
    done: new Promise((resolve, reject) => {
      socket.on('data', (chunk: Buffer) => (state.received += chunk.length));
      socket.once('end', () => resolve(state.received));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`cut after ${state.received} bytes`)));
    }),
  };
  state.done.catch(() => undefined);
  socket.write('go');
  return state;
}
