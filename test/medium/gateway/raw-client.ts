import { connect, type Socket } from 'node:net';

/** Generous, for a loaded machine. */
const TIMEOUT_MS = 20_000;

/** A raw TCP client for byte-level tests. */
export class RawClient {
  static readonly #open = new Set<Socket>();
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.on('end', () => this.#close());
    socket.on('close', () => this.#close());
    RawClient.#open.add(socket);
    socket.once('close', () => RawClient.#open.delete(socket));
  }

  /** Since half-open sockets never close by themselves. */
  static destroyAll(): void {
    for (const socket of RawClient.#open) socket.destroy();
  }

  static async open(port: number, options: { host?: string; localAddress?: string } = {}) {
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      allowHalfOpen: true,
      ...options,
    });
    const client = new RawClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return client;
  }

  write(data: string | Buffer | number[]): void {
    this.socket.write(Array.isArray(data) ? Buffer.from(data) : data);
  }

  async writeByteByByte(data: number[]): Promise<void> {
    for (const byte of data) {
      await new Promise<void>((resolve) => this.socket.write(Buffer.from([byte]), () => resolve()));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Exactly that many bytes; fewer when the other side closed. */
  async read(count: number, withinMs = TIMEOUT_MS): Promise<Buffer> {
    await this.#until(() => this.#received.length >= count || this.#isClosed, withinMs);
    const taken = this.#received.subarray(0, count);
    this.#received = this.#received.subarray(count);
    return taken;
  }

  /** Up to and with the mark. */
  async readUntil(mark: string, withinMs = TIMEOUT_MS): Promise<string> {
    await this.#until(() => this.#received.includes(mark) || this.#isClosed, withinMs);
    const at = this.#received.indexOf(mark);
    const count = at < 0 ? this.#received.length : at + mark.length;
    return (await this.read(count)).toString('latin1');
  }

  /** Everything until the other side closes. */
  async readToEnd(withinMs = TIMEOUT_MS): Promise<string> {
    await this.#until(() => this.#isClosed, withinMs);
    return (await this.read(this.#received.length)).toString('latin1');
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  destroy(): void {
    this.socket.destroy();
  }

  #close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async #until(met: () => boolean, withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (!met()) {
      const left = deadline - Date.now();
      if (left <= 0)
        throw new Error(`Nothing was delivered in time; so far: ${this.#received.toString()}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

export const basic = (user = 'user1', password = 'secret') =>
  `Proxy-Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}\r\n`;

export const socksGreeting = [5, 1, 2];
export const socksAuth = (user = 'user1', password = 'secret') => [
  1,
  user.length,
  ...Buffer.from(user),
  password.length,
  ...Buffer.from(password),
];
export const socksName = (name: string, port: number, command = 1) => [
  5,
  command,
  0,
  3,
  name.length,
  ...Buffer.from(name),
  port >> 8,
  port & 255,
];
export const socksV4 = (address: string, port: number, command = 1) => [
  5,
  command,
  0,
  1,
  ...address.split('.').map(Number),
  port >> 8,
  port & 255,
];

/** Polls until `met` holds. */
export async function eventually(
  met: () => boolean | Promise<boolean>,
  what: string,
  withinMs = TIMEOUT_MS,
) {
  const deadline = Date.now() + withinMs;
  while (!(await met())) {
    if (Date.now() > deadline) throw new Error(`Did not happen: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
