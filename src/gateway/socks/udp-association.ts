import type { ProxyKind } from '../auth/credential';
import type { Pool } from 'pg';
import { isIPv6 } from 'node:net';
import { setBounded } from '../bounded-map';
import { addressLength, addressText } from './socks5-handshake';
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import type { LiveConnection } from '../meter/live-connection';
import type { DatagramRoute } from '../net/connection-router';
import { canonicalAddress, toBytes } from '../../common/net/addresses';

interface Association {
  kind: ProxyKind;
  end: () => void;
}

/** Kinds of proxies whose SOCKS5 relays datagrams, as staff have set it. None before the first read. */
export class UdpKinds {
  #kinds: ReadonlySet<ProxyKind> = new Set();
  readonly #associations = new Set<Association>();

  /** Ends the associations of kinds that are not in the list. */
  replace(kinds: readonly ProxyKind[]): void {
    this.#kinds = new Set(kinds);
    for (const { kind, end } of [...this.#associations]) if (!this.has(kind)) end();
  }

  has(kind: ProxyKind): boolean {
    return this.#kinds.has(kind);
  }

  /**
   * Calls `end` when the kind is switched off.
   * @returns what to call when the association has ended by itself.
   */
  watch(kind: ProxyKind, end: () => void): () => void {
    const association = { kind, end };
    this.#associations.add(association);
    return () => this.#associations.delete(association);
  }
}

/** The kinds that staff have switched UDP on for: a view, since the settings themselves hold secrets. */
export async function findUdpKinds(pool: Pool): Promise<ProxyKind[]> {
  const { rows } = await pool.query<{ kind: ProxyKind }>(`SELECT kind FROM gateway_udp_kind`);
  return rows.map(({ kind }) => kind);
}

/** A datagram as a SOCKS5 client wraps it (RFC 1928 §7). */
export interface WrappedDatagram {
  host: string;
  port: number;
  data: Buffer;
}

/** @returns undefined for fragments, and for what is no wrapped datagram: these are dropped. */
export function unwrapDatagram(bytes: Buffer): WrappedDatagram | undefined {
  if (bytes.length < 7 || bytes[0] !== 0 || bytes[1] !== 0 || bytes[2] !== 0) return undefined;
  const type = bytes.readUInt8(3);
  const length = addressLength(type, bytes.readUInt8(4));
  const end = 4 + (length ?? Infinity);
  if (length === undefined || bytes.length < end + 2) return undefined;
  return {
    host: addressText(type, bytes.subarray(4, end)),
    port: bytes.readUInt16BE(end),
    data: bytes.subarray(end + 2),
  };
}

/** @param address as a socket reports it. */
export function wrapDatagram(address: string, port: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0]), socksAddress(address, port), data]);
}

export function socksAddress(address: string, port: number): Buffer {
  const bytes = toBytes(address.split('%', 1)[0] ?? '');
  return Buffer.from([bytes.length === 4 ? 1 : 4, ...bytes, port >> 8, port & 255]);
}

/** Targets of one association; the one used least recently is forgotten beyond that. */
const MAX_TARGETS = 256;
/** A target is checked again after this time. */
const VETTED_MS = 30_000;
/** Datagrams whose target is being looked up. */
const MAX_WAITING = 64;

interface Target {
  vettedAt: number;
  /** Undefined when it may not be reached. */
  address: Promise<string | undefined>;
}

/**
 * A UDP relay for one client (RFC 1928 §7). Only the client's address may send to it, and only from the port of its
 * first datagram; every destination is vetted; only targets that the client has sent to may answer. Content is metered
 * in both directions. What the meter withholds delays one datagram, and others are dropped meanwhile, as UDP may.
 */
export class UdpAssociation {
  readonly #client: UdpSocket;
  readonly #outside = new Map<'udp4' | 'udp6', Promise<UdpSocket>>();
  readonly #targets = new Map<string, Target>();
  readonly #peers = new Map<string, true>();
  #clientPort: number | undefined;
  #waiting = 0;
  #isHolding = false;
  #isClosed = false;

  private constructor(
    private readonly clientAddress: string,
    private readonly connection: LiveConnection,
    private readonly route: DatagramRoute,
    client: UdpSocket,
  ) {
    this.#client = client;
    client.on('message', (bytes, from) => this.#fromClient(bytes, from));
  }

  /**
   * @param clientAddress who may send.
   * @param localAddress where the client reached the gateway.
   * @param clientPort from where it will send, if it said so.
   */
  static async open(
    clientAddress: string,
    localAddress: string,
    clientPort: number,
    connection: LiveConnection,
    route: DatagramRoute,
  ): Promise<UdpAssociation> {
    const socket = await bind(localAddress);
    const client = canonicalAddress(clientAddress) ?? clientAddress;
    const association = new UdpAssociation(client, connection, route, socket);
    if (clientPort > 0) association.#clientPort = clientPort;
    return association;
  }

  get port(): number {
    return this.#client.address().port;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#client.close();
    for (const opening of this.#outside.values())
      opening.then(
        (socket) => socket.close(),
        () => undefined,
      );
  }

  #fromClient(bytes: Buffer, from: RemoteInfo): void {
    if (this.#isClosed || canonicalAddress(from.address) !== this.clientAddress) return;
    this.#clientPort ??= from.port;
    if (from.port !== this.#clientPort || this.#waiting >= MAX_WAITING) return;
    const datagram = unwrapDatagram(bytes);
    if (!datagram) return;
    const { host, port, data } = datagram;
    this.#waiting++;
    this.#send(host, port, data)
      .catch(() => undefined)
      .finally(() => this.#waiting--);
  }

  async #send(host: string, port: number, data: Buffer): Promise<void> {
    const address = await this.#vet(host, port);
    if (address === undefined) return;
    const socket = await this.#outsideFor(isIPv6(address) ? 'udp6' : 'udp4');
    this.#pass('up', data.length, () => {
      setBounded(this.#peers, `${address} ${port}`, true, MAX_TARGETS);
      socket.send(data, port, address, ignore);
    });
  }

  #vet(host: string, port: number): Promise<string | undefined> {
    const key = `${host} ${port}`;
    const now = Date.now();
    const known = this.#targets.get(key);
    if (known && now - known.vettedAt < VETTED_MS) return known.address;
    const address = this.route.vet(host, port).catch(() => undefined);
    setBounded(this.#targets, key, { vettedAt: now, address }, MAX_TARGETS);
    return address;
  }

  #outsideFor(family: 'udp4' | 'udp6'): Promise<UdpSocket> {
    let opening = this.#outside.get(family);
    if (!opening) {
      opening = bind(this.route.localAddress ?? (family === 'udp6' ? '::' : '0.0.0.0'));
      this.#outside.set(family, opening);
      opening.then(
        (socket) => {
          socket.on('message', (bytes, from) => this.#fromTarget(bytes, from));
          if (this.#isClosed) socket.close();
        },
        () => this.#outside.delete(family),
      );
    }
    return opening;
  }

  #fromTarget(bytes: Buffer, from: RemoteInfo): void {
    const address = canonicalAddress(from.address) ?? from.address;
    if (this.#clientPort === undefined || !this.#peers.has(`${address} ${from.port}`)) return;
    this.#pass('down', bytes.length, () => {
      const wrapped = wrapDatagram(address, from.port, bytes);
      this.#client.send(wrapped, this.#clientPort, this.clientAddress, ignore);
    });
  }

  #pass(direction: 'up' | 'down', bytes: number, send: () => void): void {
    if (this.#isClosed || this.#isHolding) return;
    const left = bytes - this.connection.take(direction, bytes);
    if (left === 0) return send();
    this.#isHolding = true;
    this.connection.onMore(() => {
      this.#isHolding = false;
      this.#pass(direction, left, send);
    });
  }
}

const ignore = () => undefined;

function bind(address: string): Promise<UdpSocket> {
  const socket = createSocket({
    type: isIPv6(address) ? 'udp6' : 'udp4',
    ipv6Only: isIPv6(address),
  });
  return new Promise((resolve, reject) => {
    // Exclusive: the processes of a cluster would otherwise share the port.
    socket.once('error', reject).bind({ port: 0, address, exclusive: true }, () => {
      socket.off('error', reject).on('error', ignore);
      resolve(socket);
    });
  });
}
