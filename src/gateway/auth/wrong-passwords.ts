import type { Logger } from 'pino';
import { HOUR, MINUTE, SECOND } from '../../common/time/clock';
import type { ConnectionTally } from '../process/connection-tally';
import { setBounded } from '../bounded-map';
import { ProxyError, TooManyAttempts } from '../proxy-error';

export interface WrongPasswordOptions {
  /** Wrong passwords of one address in a minute that are answered as such. */
  limit: number;
  tally: ConnectionTally;
  maxAddresses?: number;
}

interface Failures {
  readonly startedAt: number;
  count: number;
  limited: number;
  unknown: number;
  readonly proxyIds: Set<number>;
}

/** Of one proxy, until none has come for an hour. */
interface Attempts {
  readonly count: number;
  readonly lastAt: number;
}

const EVENT = 'security.proxy_password_rejected';
const MAX_ADDRESSES = 10_000;
const MAX_PROXIES = 10_000;
const MAX_LOGGED_PROXIES = 10;
/** Lines in a sweep; the failures of further addresses are one line. */
const MAX_LINES = 100;

/**
 * Counts the wrong passwords of each address. Beyond the limit the address is told to wait; right passwords are not
 * affected, since customers share addresses, and a proxy is not either, since anybody can name it.
 */
export class WrongPasswords {
  /** Oldest first, so that those that are over come first. */
  readonly #addresses = new Map<string, Failures>();
  readonly #proxies = new Map<number, Attempts>();
  /** Of addresses that were forgotten early. */
  #others = { addresses: 0, failures: 0 };

  constructor(
    private readonly options: WrongPasswordOptions,
    private readonly log: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  get size(): number {
    return this.#addresses.size;
  }

  /** @param proxyId of the proxy that was named; undefined when there is none. */
  refuse(address: string, proxyId: number | undefined): ProxyError {
    const failures = this.#current(address);
    failures.count++;
    if (proxyId === undefined) failures.unknown++;
    else if (failures.proxyIds.size < MAX_LOGGED_PROXIES) failures.proxyIds.add(proxyId);
    if (proxyId !== undefined) {
      const count = (this.ofProxy(proxyId)?.count ?? 0) + 1;
      setBounded(this.#proxies, proxyId, { count, lastAt: this.now() }, MAX_PROXIES);
    }
    const { tally, limit } = this.options;
    tally.set(toKey(address), failures.count);
    if (failures.count + tally.elsewhere(toKey(address)) <= limit)
      return new ProxyError('AUTH_FAILED');
    failures.limited++;
    const leftMs = failures.startedAt + MINUTE - this.now();
    return new TooManyAttempts(Math.max(1, Math.ceil(leftMs / SECOND)));
  }

  /** Wrong passwords with the username of a proxy; undefined when none came for an hour. */
  ofProxy(proxyId: number): Attempts | undefined {
    const attempts = this.#proxies.get(proxyId);
    return attempts && this.now() - attempts.lastAt < HOUR ? attempts : undefined;
  }

  /** Ends the minutes that are over; to be called every second. */
  sweep(): void {
    this.#end((failures) => this.now() - failures.startedAt >= MINUTE);
  }

  /** Logs what was counted until now. */
  stop(): void {
    this.#end(() => true);
  }

  #current(address: string): Failures {
    const known = this.#addresses.get(address);
    if (known) return known;
    const [oldest] = this.#addresses;
    if (oldest && this.#addresses.size >= (this.options.maxAddresses ?? MAX_ADDRESSES))
      this.#forget(...oldest);
    const fresh: Failures = {
      startedAt: this.now(),
      count: 0,
      limited: 0,
      unknown: 0,
      proxyIds: new Set(),
    };
    this.#addresses.set(address, fresh);
    return fresh;
  }

  #end(isOver: (failures: Failures) => boolean): void {
    let lines = 0;
    for (const [address, failures] of this.#addresses) {
      if (!isOver(failures)) break;
      if (++lines > MAX_LINES) {
        this.#forget(address, failures);
        continue;
      }
      this.#remove(address);
      const { count, limited, unknown, proxyIds } = failures;
      this.log.warn(
        { event: EVENT, ip: address, failures: count, limited, proxyIds: [...proxyIds], unknown },
        'Wrong proxy passwords',
      );
    }
    if (lines === 0 || this.#others.addresses === 0) return;
    this.log.warn({ event: EVENT, ...this.#others }, 'Wrong proxy passwords of other addresses');
    this.#others = { addresses: 0, failures: 0 };
  }

  #forget(address: string, failures: Failures): void {
    this.#remove(address);
    this.#others.addresses++;
    this.#others.failures += failures.count;
  }

  #remove(address: string): void {
    this.#addresses.delete(address);
    this.options.tally.set(toKey(address), 0);
  }
}

const toKey = (address: string) => `wrong passwords ${address}`;
