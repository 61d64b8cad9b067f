import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * An address that stays while the server behind it changes, as a virtual IP, HAProxy or PgBouncer gives it in
 * production.
 */
export class TcpForwarder {
  private readonly pairs = new Set<Pair>();
  private isHeld = false;

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on('connection', (client) => this.forward(client));
  }

  static async start(target: number): Promise<TcpForwarder> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new TcpForwarder(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes every connection; new ones go to `target`. */
  pointTo(target: number): void {
    this.target = target;
    this.isHeld = false;
    this.cut();
  }

  /** Delivers nothing more in either direction, as a network that lags. */
  hold(): void {
    this.isHeld = true;
    for (const { client, server } of this.pairs) [client, server].forEach((each) => each.pause());
  }

  /** Closes every connection; what was held is lost. */
  cut(): void {
    for (const { client, server } of this.pairs) [client, server].forEach((each) => each.destroy());
  }

  close(): void {
    this.server.close();
    this.cut();
  }

  private forward(client: Socket): void {
    const pair: Pair = { client, server: connect(this.target, '127.0.0.1') };
    this.pairs.add(pair);
    const both = [
      [pair.client, pair.server],
      [pair.server, pair.client],
    ] as const;
    for (const [from, to] of both) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
      if (this.isHeld) from.pause();
    }
  }
}
