import type { RecordWithTtl } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { SECOND } from '../../common/time/clock';
import { setBounded } from '../bounded-map';

/** Turns a name into addresses, IPv4 first. Rejects when there are none. */
export interface NameResolver {
  resolve(name: string): Promise<string[]>;
}

interface Entry {
  addresses: string[];
  /** Why there are none. */
  error?: Error;
  until: number;
}

const MAX_ENTRIES = 10_000;
const MAX_TTL_S = 60;
const MIN_TTL_S = 5;
/** For the IPv6 addresses once those of IPv4 are known (RFC 8305 §3): many servers never say that there are none. */
const OTHER_FAMILY_MS = 50;
/** The name does not exist, or has no address. */
const HAS_NONE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Queries the system's DNS servers directly. getaddrinfo would block one of libuv's four threads
 * during a slow lookup and delay every customer; it is only used
 * when no DNS server is reachable.
 */
export class DnsResolver implements NameResolver {
  readonly #cache = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<string[]>>();
  readonly #resolver = new Resolver({ timeout: 2_500, tries: 2 });

  /** @param servers those of the system when omitted. */
  constructor(servers?: string[]) {
    if (servers) this.#resolver.setServers(servers);
  }

  resolve(name: string): Promise<string[]> {
    const known = this.#cache.get(name);
    if (known && known.until > Date.now())
      return known.error ? Promise.reject(known.error) : Promise.resolve(known.addresses);
    let asking = this.#asking.get(name);
    if (!asking) {
      asking = this.#ask(name).finally(() => this.#asking.delete(name));
      this.#asking.set(name, asking);
    }
    return asking;
  }

  async #ask(name: string): Promise<string[]> {
    let failure: NodeJS.ErrnoException | undefined;
    const orNone = (error: NodeJS.ErrnoException): RecordWithTtl[] => {
      failure ??= error;
      return [];
    };
    const v4 = this.#resolver.resolve4(name, { ttl: true }).catch(orNone);
    const v6 = this.#resolver.resolve6(name, { ttl: true }).catch(orNone);
    const first = await v4;
    const second =
      first.length === 0 ? await v6 : await Promise.race([v6, delay(OTHER_FAMILY_MS, undefined)]);
    if (second === undefined)
      void v6.then((late) => late.length > 0 && this.#keepFound(name, [...first, ...late]));
    const found = [...first, ...(second ?? [])];
    if (found.length > 0) return this.#keepFound(name, found);
    if (failure?.code === 'ECONNREFUSED') {
      const known = await lookup(name, { all: true, order: 'ipv4first' });
      return this.#keep(name, MIN_TTL_S, { addresses: known.map((a) => a.address) });
    }
    const error = failure ?? new Error('The name has no address');
    if (failure === undefined || HAS_NONE.has(failure.code ?? ''))
      this.#keep(name, MIN_TTL_S, { addresses: [], error });
    throw error;
  }

  #keepFound(name: string, found: RecordWithTtl[]): string[] {
    const ttl = Math.max(MIN_TTL_S, Math.min(...found.map((a) => a.ttl), MAX_TTL_S));
    return this.#keep(name, ttl, { addresses: found.map((a) => a.address) });
  }

  #keep(name: string, seconds: number, entry: Omit<Entry, 'until'>): string[] {
    const until = Date.now() + seconds * SECOND;
    setBounded(this.#cache, name, { ...entry, until }, MAX_ENTRIES);
    return entry.addresses;
  }
}
