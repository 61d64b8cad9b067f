import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** The simple query `COMMIT`, as PostgreSQL's protocol writes it. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

/** Length of a message of PostgreSQL's protocol without its type: the length itself, in bytes. */
const LENGTH_BYTES = 4;

/** ReadyForQuery outside of a transaction, the end of the server's greeting. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');

export type Cut = 'before' | 'after';

/**
 * Reads the texts of the statements that one client sends. A prepared statement has its text in the first
 * message only; the later ones bind its name.
 */
class StatementReader {
  private readonly prepared = new Map<string, string>();
  private unread = Buffer.alloc(0);
  private hasStarted = false;

  /** @returns the texts of the messages that end in these bytes. */
  read(bytes: Buffer): string[] {
    this.unread = Buffer.concat([this.unread, bytes]);
    const texts: string[] = [];
    for (;;) {
      // The first message of a connection has no type.
      const typeBytes = this.hasStarted ? 1 : 0;
      if (this.unread.length < typeBytes + LENGTH_BYTES) return texts;
      const end = typeBytes + this.unread.readUInt32BE(typeBytes);
      if (this.unread.length < end) return texts;
      if (this.hasStarted)
        texts.push(
          this.readText(
            this.unread.toString('latin1', 0, 1),
            this.unread.toString('utf8', typeBytes + LENGTH_BYTES, end),
          ),
        );
      this.unread = this.unread.subarray(end);
      this.hasStarted = true;
    }
  }

  private readText(type: string, body: string): string {
    const [first = '', second = ''] = body.split('\0', 2);
    if (type === 'Q') return first;
    if (type === 'P') this.prepared.set(first, second);
    if (type === 'P') return second;
    return type === 'B' ? (this.prepared.get(second) ?? '') : '';
  }
}

/**
 * TCP proxy to PostgreSQL that cuts a connection at COMMIT: before the server receives it, or after it has
 * committed and before the client receives the result. It can also delay the server's greeting and drop what open
 * connections send.
 */
export class PgFaultProxy {
  private readonly sockets = new Set<Socket>();
  private cut: Cut | null = null;
  private marker = '';
  /** The text of the statement whose result is held; empty for a greeting. */
  private awaited: string | undefined;
  private isFrozen = false;
  private held: { client: Socket; bytes: Buffer[]; ended: boolean } | undefined;

  private constructor(private readonly server: Server) {}

  static async start(databaseUrl: string): Promise<PgFaultProxy & { readonly url: string }> {
    const target = new URL(databaseUrl);
    const server = createServer();
    const faultProxy = new PgFaultProxy(server);
    server.on('connection', (client) => faultProxy.connectClient(client, target));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String((server.address() as AddressInfo).port);
    return Object.assign(faultProxy, { url: url.toString() });
  }

  /** Cuts the connection at the next COMMIT of a transaction that has `marker` in a statement. */
  cutAtCommit(cut: Cut, marker: string): void {
    this.cut = cut;
    this.marker = marker;
  }

  /** Whether the requested cut has happened. */
  get isCut(): boolean {
    return this.cut === null;
  }

  /** Makes the open connections silent, as those to a machine that is gone. New ones are forwarded. */
  silence(): void {
    for (const socket of this.sockets) socket.removeAllListeners('data').resume();
  }

  /** Stops forwarding, in both directions and on new connections, as a server that is frozen. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Forwards again, with all that has come meanwhile. */
  thaw(): void {
    this.isFrozen = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Holds the output of the next new connection from the end of its greeting. */
  holdGreeting(): void {
    this.awaited = '';
  }

  /** Holds a connection's output from the end of the next result of a statement that contains `text`. */
  holdResultOf(text: string): void {
    this.awaited = text;
  }

  /** Whether output is held. */
  get isHolding(): boolean {
    return this.held !== undefined;
  }

  /** Whether the server has closed the held connection. */
  get hasHeldClose(): boolean {
    return this.held?.ended ?? false;
  }

  /** Forwards the held output at once. */
  release(): void {
    this.held?.client.end(Buffer.concat(this.held.bytes));
    this.held = undefined;
    this.awaited = undefined;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private connectClient(client: Socket, target: URL): void {
    const server = connect(Number(target.port), target.hostname);
    const statements = new StatementReader();
    let isResultDropped = false;
    let isMarked = false;
    let isGreeted = false;
    let running: string[] = [];
    const both = [client, server];
    const end = () => both.forEach((socket) => socket.destroy());
    for (const socket of both) {
      this.sockets.add(socket);
      socket.on('error', end).on('close', () => {
        this.sockets.delete(socket);
        if (this.held?.client === client && socket === server) this.held.ended = true;
        else end();
      });
    }
    client.on('data', (bytes) => {
      const texts = statements.read(bytes);
      if (texts.length) running = texts;
      isMarked ||= this.cut !== null && texts.some((text) => text.includes(this.marker));
      const cut = isMarked && bytes.includes(COMMIT) ? this.consumeCut() : null;
      if (bytes.includes(COMMIT)) isMarked = false;
      if (cut === 'before') return end();
      isResultDropped ||= cut === 'after';
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      if (isResultDropped) end();
      else if (!this.hold(client, bytes, isGreeted ? running : undefined)) client.write(bytes);
      isGreeted ||= bytes.includes(READY);
    });
    if (this.isFrozen) for (const socket of both) socket.pause();
  }

  /** @param running the texts of the last statements; undefined before the end of the greeting. */
  private hold(client: Socket, bytes: Buffer, running: readonly string[] | undefined): boolean {
    const { awaited } = this;
    const isAwaited = awaited ? running?.some((text) => text.includes(awaited)) : !running;
    if (awaited !== undefined && isAwaited && !this.held && bytes.includes(READY))
      this.held = { client, bytes: [], ended: false };
    if (this.held?.client !== client) return false;
    this.held.bytes.push(bytes);
    return true;
  }

  private consumeCut(): Cut | null {
    const cut = this.cut;
    this.cut = null;
    return cut;
  }
}
