import { SECOND } from '../../common/time/clock';
import type { Place, ProxyKind } from '../auth/credential';
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

const REST_AFTER_FAILURE_MS = 30_000;
/** One connection tries a network whose rest is over; others wait so long for its outcome. */
const PROBE_MS = 10_000;
/** A network that takes longer to connect counts as one that fails. */
const SLOW_MS = 5_000;
/** Places come from usernames, and to a network all are possible. */
const MAX_PLACES = 5_000;

const same = (wanted: string | null, has: string | null) =>
  wanted === null || wanted.toLowerCase() === has?.toLowerCase();

/** All enabled exits, in memory, by kind and country. */
export class ExitDirectory {
  #byId = new Map<number, Exit>();
  #byPlace = new Map<string, Exit[]>();
  #networks: readonly Exit[] = [];
  readonly #restingUntil = new Map<string, number>();
  /** Networks whose rest is over and which nobody has tried since. */
  readonly #untried = new Map<string, true>();
  readonly #rates = new Map<string, ErrorRate>();
  readonly #found = new Map<string, readonly Exit[]>();
  readonly #awake = new Map<string, readonly Exit[]>();
  #nextWake = Infinity;

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
    this.#forgetAwake();
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

  /** Without recently failed ones unless there are no others. The same list until an exit changes, rests or wakes. */
  findAwake(kind: ProxyKind, place: Place): readonly Exit[] {
    const all = this.find(kind, place);
    if (this.#nextWake <= this.now()) this.#forgetAwake();
    if (this.#restingUntil.size === 0) return all;
    return remember(this.#awake, toKey(kind, place), () => {
      const awake = all.filter((e) => !this.isResting(e.id, place));
      return awake.length > 0 && awake.length < all.length ? awake : all;
    });
  }

  /**
   * Deprioritizes an exit with an unreachable upstream for 30 seconds; with a place, a network for that place only, since
   * it may have no address there and many elsewhere.
   */
  reportFailure(id: number, place?: Place): void {
    this.#rest(this.#restKey(id, place), REST_AFTER_FAILURE_MS);
  }

  /**
   * A network failed in a place for a reason that may be one address's or one target's. It rests there when half of its
   * connections fail or are slow.
   */
  reportDoubt(id: number, place: Place): void {
    this.#count(id, place, true);
  }

  /** A network has connected, or answered as one that works. @param ms how long it took. */
  reportSuccess(id: number, place: Place, ms: number): void {
    for (const key of [String(id), this.#restKey(id, place)]) {
      this.#untried.delete(key);
      if (this.#restingUntil.delete(key)) this.#forgetAwake();
    }
    this.#count(id, place, ms > SLOW_MS);
  }

  /** A connection is about to use a network. The first one after its rest keeps others away until its outcome is known. */
  reportAttempt(id: number, place: Place): void {
    for (const key of [String(id), this.#restKey(id, place)])
      if (!this.#isResting(key) && this.#untried.delete(key)) this.#rest(key, PROBE_MS);
  }

  isResting(id: number, place?: Place): boolean {
    return this.#isResting(String(id)) || this.#isResting(this.#restKey(id, place));
  }

  #isResting(key: string): boolean {
    const until = this.#restingUntil.get(key);
    if (until === undefined) return false;
    if (until > this.now()) return true;
    this.#restingUntil.delete(key);
    setBounded(this.#untried, key, true);
    return false;
  }

  #rest(key: string, ms: number): void {
    const wasResting = this.#isResting(key);
    this.#untried.delete(key);
    setBounded(this.#restingUntil, key, this.now() + ms);
    if (!wasResting) this.#forgetAwake();
  }

  #count(id: number, place: Place, isFailure: boolean): void {
    const key = this.#restKey(id, place);
    const rate = this.#rates.get(key);
    // Of networks without failures nothing is kept.
    if (!rate && !isFailure) return;
    const counted = rate ?? new ErrorRate();
    if (!rate) setBounded(this.#rates, key, counted);
    if (!counted.add(isFailure, this.now()) || !isFailure) return;
    this.#rates.delete(key);
    this.#rest(key, REST_AFTER_FAILURE_MS);
  }

  #restKey(id: number, place: Place | undefined): string {
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

  #forgetAwake(): void {
    this.#awake.clear();
    for (const key of this.#restingUntil.keys()) this.#isResting(key);
    this.#nextWake = Math.min(...this.#restingUntil.values());
  }
}

const toKey = (kind: ProxyKind, place: Place): string => `${kind}|${toPlaceKey(place)}`;

const toPlaceKey = ({ country, region, city, isp }: Place): string =>
  `${country}|${region}|${city}|${isp}`.toLowerCase();

/** Bounds a map by evicting the oldest entry. */
function setBounded<V>(map: Map<string, V>, key: string, value: V): void {
  if (map.size >= MAX_PLACES && !map.has(key)) map.delete(map.keys().next().value as string);
  map.set(key, value);
}

function remember(
  lists: Map<string, readonly Exit[]>,
  key: string,
  search: () => readonly Exit[],
): readonly Exit[] {
  const known = lists.get(key);
  if (known) return known;
  const list = search();
  // Places come from usernames; of those without exits there is no end.
  if (list.length > 0) setBounded(lists, key, list);
  return list;
}
