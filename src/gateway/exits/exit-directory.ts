import { SECOND } from '../../common/time/clock';
import type { Place, ProxyKind } from '../auth/credential';
import { setBounded } from '../bounded-map';
import type { Exit } from './exit';
import { servesPlace } from './network-exit';

const WINDOW_MS = 30 * SECOND;
/** Fewer outcomes say nothing. */
const MIN_OUTCOMES = 5;
const MAX_SHARE = 0.5;

/** The outcomes of a window that begins with the first of them. */
export class ErrorRate {
  #from = -Infinity;
  #outcomes = 0;
  #failures = 0;

  /** @returns whether half of at least five outcomes within half a minute were failures. */
  add(isFailure: boolean, now: number): boolean {
    if (now - this.#from > WINDOW_MS) {
      this.#from = now;
      this.#outcomes = this.#failures = 0;
    }
    this.#outcomes++;
    if (isFailure) this.#failures++;
    return this.#outcomes >= MIN_OUTCOMES && this.#failures / this.#outcomes >= MAX_SHARE;
  }
}

const OPEN_MS = 30_000;
/** A half-open breaker lets one connection through; others wait so long for its outcome. */
const HALF_OPEN_MS = 10_000;
/** A network that takes longer to connect counts as one that fails. */
const SLOW_MS = 5_000;
/** Places come from usernames, and to a network all are possible. */
const MAX_PLACES = 5_000;

const same = (wanted: string | null, has: string | null) =>
  wanted === null || wanted.toLowerCase() === has?.toLowerCase();

/**
 * All enabled exits, in memory, by kind and country, each with a circuit breaker; a network has one for every place
 * besides. An open breaker keeps connections away for half a minute. Half-open, it lets one through, whose outcome
 * closes or opens it.
 */
export class ExitDirectory {
  #byId = new Map<number, Exit>();
  #byPlace = new Map<string, Exit[]>();
  #networks: readonly Exit[] = [];
  readonly #openUntil = new Map<string, number>();
  /** Breakers whose time is over and through which no connection has gone since. */
  readonly #halfOpen = new Map<string, true>();
  readonly #rates = new Map<string, ErrorRate>();
  readonly #found = new Map<string, readonly Exit[]>();
  readonly #available = new Map<string, readonly Exit[]>();
  #nextHalfOpen = Infinity;

  constructor(private readonly now: () => number = Date.now) {}

  get size(): number {
    return this.#byId.size;
  }

  replace(exits: readonly Exit[]): void {
    this.#byId = new Map(exits.map((exit) => [exit.id, exit]));
    const byPlace = new Map<string, Exit[]>();
    for (const exit of exits) {
      if (exit.weight <= 0 || exit.network) continue;
      for (const country of [exit.country, 'zz']) {
        const key = `${exit.kind}|${country}`;
        const list = byPlace.get(key);
        if (list) list.push(exit);
        else byPlace.set(key, [exit]);
      }
    }
    this.#byPlace = byPlace;
    this.#networks = exits.filter(({ network, weight }) => network && weight > 0);
    this.#found.clear();
    this.#forgetAvailable();
  }

  get(id: number): Exit | undefined {
    return this.#byId.get(id);
  }

  /**
   * The exits of a kind in a place, recently failed ones among them. The same list until an exit changes, so that
   * callers may remember what they computed from it.
   */
  find(kind: ProxyKind, place: Place): readonly Exit[] {
    return remember(this.#found, toKey(kind, place), () => this.#search(kind, place));
  }

  /** Without recently failed ones unless there are no others. The same list until an exit or a breaker changes. */
  findAvailable(kind: ProxyKind, place: Place): readonly Exit[] {
    const all = this.find(kind, place);
    if (this.#nextHalfOpen <= this.now()) this.#forgetAvailable();
    if (this.#openUntil.size === 0) return all;
    return remember(this.#available, toKey(kind, place), () => {
      const available = all.filter((e) => !this.isOpen(e.id, place));
      return available.length > 0 && available.length < all.length ? available : all;
    });
  }

  /** Opens the breaker of an exit; with a place, that of a network there only, since it may have many addresses elsewhere. */
  trip(id: number, place?: Place): void {
    this.#open(this.#breakerOf(id, place), OPEN_MS);
  }

  /**
   * A network failed in a place for a reason that may be one address's or one target's. The breaker opens when half of
   * its connections fail or are slow.
   */
  recordError(id: number, place: Place): void {
    this.#count(id, place, true);
  }

  /** A network has connected, or answered as one that works. @param ms how long it took. */
  recordSuccess(id: number, place: Place, ms: number): void {
    for (const key of [String(id), this.#breakerOf(id, place)]) {
      this.#halfOpen.delete(key);
      if (this.#openUntil.delete(key)) this.#forgetAvailable();
    }
    this.#count(id, place, ms > SLOW_MS);
  }

  /** A connection is about to use a network. The first through a half-open breaker keeps others away until its outcome is known. */
  recordAttempt(id: number, place: Place): void {
    for (const key of [String(id), this.#breakerOf(id, place)])
      if (!this.#isOpen(key) && this.#halfOpen.delete(key)) this.#open(key, HALF_OPEN_MS);
  }

  isOpen(id: number, place?: Place): boolean {
    return this.#isOpen(String(id)) || this.#isOpen(this.#breakerOf(id, place));
  }

  #isOpen(key: string): boolean {
    const until = this.#openUntil.get(key);
    if (until === undefined) return false;
    if (until > this.now()) return true;
    this.#openUntil.delete(key);
    setBounded(this.#halfOpen, key, true, MAX_PLACES);
    return false;
  }

  #open(key: string, ms: number): void {
    const wasOpen = this.#isOpen(key);
    this.#halfOpen.delete(key);
    setBounded(this.#openUntil, key, this.now() + ms, MAX_PLACES);
    if (!wasOpen) this.#forgetAvailable();
  }

  #count(id: number, place: Place, isFailure: boolean): void {
    const key = this.#breakerOf(id, place);
    const rate = this.#rates.get(key);
    // Of networks without failures nothing is kept.
    if (!rate && !isFailure) return;
    const counted = rate ?? new ErrorRate();
    if (!rate) setBounded(this.#rates, key, counted, MAX_PLACES);
    if (!counted.add(isFailure, this.now()) || !isFailure) return;
    this.#rates.delete(key);
    this.#open(key, OPEN_MS);
  }

  #breakerOf(id: number, place: Place | undefined): string {
    return place && this.#byId.get(id)?.network ? `${id} ${toPlaceKey(place)}` : String(id);
  }

  #search(kind: ProxyKind, place: Place): readonly Exit[] {
    const exits = this.#searchExits(kind, place);
    const networks = this.#networks.filter(
      ({ kind: sold, network }) => sold === kind && network && servesPlace(network, place),
    );
    return networks.length ? [...exits, ...networks] : exits;
  }

  #searchExits(kind: ProxyKind, { country, region, city, isp }: Place): readonly Exit[] {
    const exits = this.#byPlace.get(`${kind}|${country}`) ?? [];
    if (region === null && city === null && isp === null) return exits;
    return exits.filter((e) => same(region, e.region) && same(city, e.city) && same(isp, e.isp));
  }

  #forgetAvailable(): void {
    this.#available.clear();
    for (const key of this.#openUntil.keys()) this.#isOpen(key);
    this.#nextHalfOpen = Math.min(...this.#openUntil.values());
  }
}

const toKey = (kind: ProxyKind, place: Place): string => `${kind}|${toPlaceKey(place)}`;

const toPlaceKey = ({ country, region, city, isp }: Place): string =>
  `${country}|${region}|${city}|${isp}`.toLowerCase();

function remember(
  lists: Map<string, readonly Exit[]>,
  key: string,
  search: () => readonly Exit[],
): readonly Exit[] {
  const known = lists.get(key);
  if (known) return known;
  const list = search();
  // Places come from usernames; of those without exits there is no end.
  if (list.length > 0) setBounded(lists, key, list, MAX_PLACES);
  return list;
}
