import type { Logger } from 'pino';
import type { LiveConnection } from '../meter/live-connection';
import { AddressProofs } from './address-proofs';
import type { AllowedAddressSource } from './allowed-address-source';
import { BatchedLookup, type BatchedLookupOptions } from './batched-lookup';

const toKey = (address: string, proxyId: number) => `${address} ${proxyId}`;

function toPair(key: string): { address: string; proxyId: number } {
  const space = key.indexOf(' ');
  return { address: key.slice(0, space), proxyId: Number(key.slice(space + 1)) };
}

/**
 * Which proxies may be used from an address without a password. What cannot be read and is not known is denied. Open
 * connections that came in this way are cut once their address is no longer allowed.
 */
export class AddressAccess {
  readonly proofs: AddressProofs;
  readonly #pairs: BatchedLookup<true>;
  readonly #only: BatchedLookup<string>;
  /** By pair of address and proxy. */
  readonly #live = new Map<string, Set<LiveConnection>>();
  #isChecking = false;

  constructor(
    source: AllowedAddressSource,
    options: BatchedLookupOptions & { pendingReloadMs: number },
    log: Logger,
    now: () => number = Date.now,
  ) {
    const what = 'Allowed addresses';
    const readPairs = async (keys: string[]) => {
      const allowed = await source.findAllowed(keys.map(toPair));
      return new Map(
        allowed.map(({ address, proxyId }) => [toKey(address, proxyId), true as const]),
      );
    };
    const readOnly = (addresses: string[]) => source.findOnlyProxies(addresses);
    this.#pairs = new BatchedLookup(what, readPairs, options, log, now);
    this.#only = new BatchedLookup(what, readOnly, options, log, now);
    this.proofs = new AddressProofs(source, options.pendingReloadMs, log, now);
  }

  /** @param address as `canonicalAddress` returns it. */
  async isAllowed(address: string, proxyId: number): Promise<boolean> {
    return (await this.#pairs.get(toKey(address, proxyId))) === true;
  }

  /** @returns the username of the one active proxy that may be used from the address; undefined with none or several. */
  async findOnlyProxy(address: string): Promise<string | undefined> {
    return this.#only.get(address);
  }

  /** Keeps an eye on a connection until `unwatch`; the address may have been removed since it was found allowed. */
  watch(connection: LiveConnection, address: string): void {
    const key = toKey(address, connection.account.proxyId);
    this.proofs.use(address);
    const connections = this.#live.get(key);
    if (connections) connections.add(connection);
    else this.#live.set(key, new Set([connection]));
    const isAllowed = this.#pairs.get(key);
    if (isAllowed !== true) void this.#check(key);
  }

  unwatch(connection: LiveConnection, address: string): void {
    const key = toKey(address, connection.account.proxyId);
    const connections = this.#live.get(key);
    connections?.delete(connection);
    if (connections?.size === 0) this.#live.delete(key);
  }

  /** @param address the one whose rights have changed; any when left out. */
  async invalidate(address?: string): Promise<void> {
    if (address === undefined) {
      this.#pairs.invalidate();
      this.#only.invalidate();
    } else {
      this.#pairs.invalidate((key) => key.startsWith(`${address} `));
      this.#only.invalidate((key) => key === address);
      this.proofs.onChange(address);
    }
    await this.#checkAll();
  }

  /** Reads again what is too old and has open connections; to be called every second. */
  sweep(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    void this.#checkAll().finally(() => (this.#isChecking = false));
  }

  async #checkAll(): Promise<void> {
    await Promise.all([...this.#live.keys()].map((key) => this.#check(key)));
  }

  async #check(key: string): Promise<void> {
    if ((await this.#pairs.get(key)) === true) return;
    for (const connection of [...(this.#live.get(key) ?? [])]) connection.cut('AUTH_REQUIRED');
  }
}
