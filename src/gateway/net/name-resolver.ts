import { lookup, Resolver } from 'node:dns/promises';
import { SECOND } from '../../common/time/clock';

/** Turns a name into addresses, IPv4 first. Rejects when there are none. */
export abstract class NameResolver {
  abstract resolve(name: string): Promise<string[]>;
}

interface Entry {
  addresses: string[];
  until: number;
}

const MAX_ENTRIES = 10_000;
const MAX_TTL_S = 60;
const MIN_TTL_S = 5;

/**
 * Queries the system's DNS servers directly. getaddrinfo would block one of libuv's four threads
 * during a slow lookup and delay every customer; it is only used
 * when no DNS server is reachable.
 */
export class DnsResolver extends NameResolver {
  readonly #cache = new Map<string, Entry>();
  readonly #asking = new Map<string, Promise<string[]>>();
  readonly #resolver = new Resolver({ timeout: 2_500, tries: 2 });

  resolve(name: string): Promise<string[]> {
    const known = this.#cache.get(name);
    if (known && known.until > Date.now()) return Promise.resolve(known.addresses);
    let asking = this.#asking.get(name);
    if (!asking) {
      asking = this.#ask(name).finally(() => this.#asking.delete(name));
      this.#asking.set(name, asking);
    }
    return asking;
  }

  async #ask(name: string): Promise<string[]> {
    const answers = await Promise.allSettled([
      this.#resolver.resolve4(name, { ttl: true }),
      this.#resolver.resolve6(name, { ttl: true }),
    ]);
    const found = answers.flatMap((a) => (a.status === 'fulfilled' ? a.value : []));
    if (found.length > 0) {
      const ttl = Math.max(MIN_TTL_S, Math.min(...found.map((a) => a.ttl), MAX_TTL_S));
      return this.#keep(name, ttl, found);
    }
    const failed = answers.find((a) => a.status === 'rejected');
    const error = failed?.reason as NodeJS.ErrnoException | undefined;
    if (error?.code !== 'ECONNREFUSED') throw error ?? new Error('The name has no address');
    return this.#keep(name, MIN_TTL_S, await lookup(name, { all: true, order: 'ipv4first' }));
  }

  #keep(name: string, seconds: number, found: { address: string }[]): string[] {
    const addresses = found.map((a) => a.address);
    if (this.#cache.size >= MAX_ENTRIES) this.#cache.delete(this.#cache.keys().next().value ?? '');
    this.#cache.set(name, { addresses, until: Date.now() + seconds * SECOND });
    return addresses;
  }
}
