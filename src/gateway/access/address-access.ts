import type { Fakeable } from '../gateway-options';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { HOUR } from '../../common/time/clock';
import { SingleFlight } from '../single-flight';
import type { LiveConnection } from '../meter/live-connection';
import { BatchedLookup, type BatchedLookupOptions } from './batched-lookup';

/** A client's address, as `canonicalAddress` returns it, and a proxy. */
export interface AddressPair {
  address: string;
  proxyId: number;
}

/** Reads the view `gateway_allowed_address`, which has what is proved and is empty while staff have switched the feature off. */
export class AllowedAddressSource {
  constructor(private readonly pool: Pool) {}

  /** @returns those pairs whose proxy may be used from the address, in any order. */
  async findAllowed(pairs: AddressPair[]): Promise<AddressPair[]> {
    const { rows } = await this.pool.query<AddressPair>({
      name: 'gateway-allowed-pairs',
      text: `SELECT q.address, q.proxy_id AS "proxyId"
             FROM unnest($1::text[], $2::int[]) AS q (address, proxy_id)
             CROSS JOIN LATERAL (
               SELECT FROM gateway_allowed_address v
               WHERE v.proxy_id = q.proxy_id AND v.address = q.address LIMIT 1
             ) found`,
      values: [pairs.map((pair) => pair.address), pairs.map((pair) => pair.proxyId)],
    });
    return rows;
  }

  /**
   * @returns by address the username of the one active proxy that may be used from it; none where there are several.
   * A proxy is in the view once for its own list and once for its account's, so three rows are two proxies.
   */
  async findOnlyProxies(addresses: string[]): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ address: string; username: string }>({
      name: 'gateway-allowed-addresses',
      text: `SELECT q.address, found.username
             FROM unnest($1::text[]) AS q (address)
             CROSS JOIN LATERAL (
               SELECT min(f.username) AS username FROM (
                 SELECT v.proxy_id, v.username FROM gateway_allowed_address v
                 WHERE v.address = q.address AND v.active LIMIT 3
               ) f HAVING count(DISTINCT f.proxy_id) = 1
             ) found`,
      values: [addresses],
    });
    return new Map(rows.map((row) => [row.address, row.username]));
  }

  /** @returns the listed addresses that nobody has proved. */
  async findAll(): Promise<string[]> {
    const { rows } = await this.pool.query<{ address: string }>(
      `SELECT address FROM gateway_pending_address`,
    );
    return rows.map((row) => row.address);
  }

  /** Makes an address active for the proxy's owner, who lists it, unless another customer has it. */
  async prove({ address, proxyId }: AddressPair): Promise<void> {
    await this.pool.query('SELECT gateway_prove_address($1, $2)', [address, proxyId]);
  }

  /** Notes that addresses are in use; in one order, so that two gateways do not wait for each other; a row that another one writes needs no second time. */
  async touch(addresses: string[]): Promise<void> {
    await this.pool.query(
      `UPDATE address_holder SET last_used_at = now() WHERE address IN (
         SELECT address FROM address_holder WHERE address = ANY($1) FOR UPDATE SKIP LOCKED)`,
      [addresses],
    );
  }

  /** Rejects when something could not be read or saved for want of a table, a column or a right. */
  async check(): Promise<void> {
    await this.findAllowed([]);
    await this.pool.query(`EXPLAIN SELECT gateway_prove_address('', 0)`);
    await this.pool.query(
      `EXPLAIN UPDATE address_holder SET last_used_at = now() WHERE address = ''`,
    );
  }
}

/** How exactly it is known when an address was last used. */
const USE_INTERVAL_MS = HOUR;
/** Addresses remembered as saved; beyond it some are saved again. */
const MAX_REMEMBERED = 20_000;

/**
 * Proves addresses that customers have listed, when a request with a proxy's password comes from there, and saves which
 * are in use. The pending ones are in memory, so that other requests cost nothing.
 */
export class AddressProofs {
  #pending = new Set<string>();
  /** By pair or address, when it was last saved. */
  readonly #savedAt = new Map<string, number>();
  #proofs = new Map<string, AddressPair>();
  #uses = new Set<string>();
  readonly #saving = new SingleFlight(() => this.#save());

  constructor(
    private readonly source: Pick<AllowedAddressSource, 'prove' | 'touch'>,
    /** How long a proof that was refused is not tried again, without news of its address. */
    private readonly retryMs: number,
    private readonly log: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  /** Takes over the list of pending addresses. */
  replace(addresses: readonly string[]): void {
    this.#pending = new Set(addresses);
  }

  /** A list with this address, or who has proved it, has changed. */
  onChange(address: string): void {
    this.#pending.add(address);
    for (const key of this.#savedAt.keys())
      if (key.startsWith(`${address} `)) this.#savedAt.delete(key);
  }

  /** A request with the password of the proxy itself came from the address. */
  prove(address: string, proxyId: number): void {
    if (!this.#pending.has(address)) return;
    const key = toKey(address, proxyId);
    if (!this.#isNew(key, this.retryMs)) return;
    this.#proofs.set(key, { address, proxyId });
    void this.#saving.run();
  }

  /** A request without a password came from the address, which is active. */
  use(address: string): void {
    if (!this.#isNew(address, USE_INTERVAL_MS)) return;
    this.#uses.add(address);
    void this.#saving.run();
  }

  #isNew(key: string, intervalMs: number): boolean {
    const now = this.now();
    const at = this.#savedAt.get(key);
    if (at !== undefined && now - at < intervalMs) return false;
    if (this.#savedAt.size >= MAX_REMEMBERED) this.#savedAt.clear();
    this.#savedAt.set(key, now);
    return true;
  }

  /** What cannot be saved is tried again with the next request. */
  async #save(): Promise<void> {
    const [proofs, uses] = [this.#proofs, this.#uses];
    [this.#proofs, this.#uses] = [new Map(), new Set()];
    const remaining = new Set([...proofs.keys(), ...uses]);
    try {
      if (uses.size > 0) await this.source.touch([...uses]);
      for (const address of uses) remaining.delete(address);
      for (const [key, pair] of proofs) {
        await this.source.prove(pair);
        remaining.delete(key);
      }
    } catch (error) {
      for (const key of remaining) this.#savedAt.delete(key);
      this.log.warn({ err: error }, 'The use of allowed addresses cannot be saved');
    }
  }
}

const toKey = (address: string, proxyId: number) => `${address} ${proxyId}`;

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
    source: Fakeable<AllowedAddressSource>,
    options: BatchedLookupOptions & { pendingReloadMs: number },
    log: Logger,
    now: () => number = Date.now,
  ) {
    const what = 'Allowed addresses';
    const readPairs = async (keys: string[]) => {
      const allowed = await source.findAllowed(
        keys.map((key) => {
          const [address = '', proxyId] = key.split(' ');
          return { address, proxyId: Number(proxyId) };
        }),
      );
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
    const connections = this.#live.get(key) ?? new Set<LiveConnection>();
    this.#live.set(key, connections.add(connection));
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
