import type { Socket } from 'node:net';
import { canonicalAddress } from '../common/net/addresses';
import type { ClientIdentity } from './auth/gateway-authenticator';
import type { Peer } from './meter/live-connection';

/** An accepted connection with a read deadline, which whoever accepts it clears when it closes. */
export class Client implements ClientIdentity {
  #acceptedAt: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Key of the customer for limits: the address; IPv6 by /64, which is what one subscriber gets. */
  readonly address: string;

  constructor(
    readonly socket: Socket,
    /** The customer's own, also behind a balancer. */
    private readonly remoteAddress: string,
    acceptedAt = performance.now(),
    /** Whether the address is the customer's: a balancer that names none has its own here. */
    private readonly isOrigin = true,
  ) {
    this.#acceptedAt = acceptedAt;
    this.address = toSubscriberKey(remoteAddress);
  }

  /** Closes the connection unless `clearTimeout` is called in time. Replaces an earlier timeout. */
  startTimeout(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.socket.destroyed) return;
    this.#timer = setTimeout(() => this.socket.destroy(), milliseconds);
  }

  clearTimeout(): void {
    clearTimeout(this.#timer);
  }

  get origin(): string | undefined {
    return this.isOrigin ? canonicalAddress(this.remoteAddress) : undefined;
  }

  /** Both ends of a connection to a target. */
  peerOf(target: string): Peer {
    return { client: this.remoteAddress.replace(/^::ffff:/, ''), target };
  }

  /** Seconds since accept on the first call, undefined afterwards: later requests are no handshake. */
  handshakeSeconds(): number | undefined {
    if (this.#acceptedAt === undefined) return undefined;
    const seconds = (performance.now() - this.#acceptedAt) / 1000;
    this.#acceptedAt = undefined;
    return seconds;
  }
}

/** Rate-limit key of a subscriber: the IPv4 address, or the /64 of an IPv6 address. */
export function toSubscriberKey(remoteAddress: string | undefined): string {
  const address = (remoteAddress ?? '').replace(/^::ffff:/, '');
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left.slice(0, 4).join(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/**
 * Watches a client whose tunnel is being opened, during which nobody reads from it. Its socket is paused and holds what
 * it has sent for the target; with nothing held, its end means that it left. Node emits that end once, also of a paused
 * socket, so that a relay that begins later would wait for it in vain.
 */
export class WaitingClient {
  readonly #left = new AbortController();
  /** Aborted when the client has left. */
  readonly signal = this.#left.signal;

  constructor(private readonly socket: Socket) {
    socket.on('end', this.#onEnd).on('close', this.#onEnd);
  }

  /** Another one watches the client from here on. */
  release(): void {
    this.socket.off('end', this.#onEnd).off('close', this.#onEnd);
  }

  readonly #onEnd = (): void => {
    this.release();
    this.socket.destroy();
    this.#left.abort();
  };
}
