import type { Logger } from 'pino';
import { HOUR } from '../../common/time/clock';
import { SingleFlight } from '../single-flight';
import type { AddressPair, AllowedAddressSource } from './allowed-address-source';

/** How exactly it is known when an address was last used. */
const USE_INTERVAL_MS = HOUR;
/** Addresses remembered as told; beyond it some are told again. */
const MAX_REMEMBERED = 20_000;

/**
 * Proves addresses that customers have listed, when a request with a proxy's password comes from there, and tells which
 * are in use. The pending ones are in memory, so that other requests cost nothing.
 */
export class AddressProofs {
  #pending = new Set<string>();
  /** By pair or address, when the database was last told. */
  readonly #told = new Map<string, number>();
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
    for (const key of this.#told.keys()) if (key.startsWith(`${address} `)) this.#told.delete(key);
  }

  /** A request with the password of the proxy itself came from the address. */
  prove(address: string, proxyId: number): void {
    if (!this.#pending.has(address)) return;
    const key = `${address} ${proxyId}`;
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
    const at = this.#told.get(key);
    if (at !== undefined && now - at < intervalMs) return false;
    if (this.#told.size >= MAX_REMEMBERED) this.#told.clear();
    this.#told.set(key, now);
    return true;
  }

  /** What cannot be saved is told again with the next request. */
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
      for (const key of remaining) this.#told.delete(key);
      this.log.warn({ err: error }, 'The use of allowed addresses cannot be saved');
    }
  }
}
