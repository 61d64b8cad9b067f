import type { Place, ProxyKind } from '../auth/credential';
import type { Exit } from './exit';

const REST_AFTER_FAILURE_MS = 30_000;

const same = (wanted: string | null, has: string | null) =>
  wanted === null || wanted.toLowerCase() === has?.toLowerCase();

/** All enabled exits, in memory, by kind and country. */
export class ExitDirectory {
  #byId = new Map<number, Exit>();
  #byPlace = new Map<string, Exit[]>();
  readonly #restingUntil = new Map<number, number>();
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
      if (exit.weight <= 0) continue;
      for (const country of [exit.country, 'zz']) {
        const key = `${exit.kind}|${country}`;
        const list = byPlace.get(key);
        if (list) list.push(exit);
        else byPlace.set(key, [exit]);
      }
    }
    this.#byPlace = byPlace;
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
      const awake = all.filter((e) => !this.isResting(e.id));
      return awake.length > 0 && awake.length < all.length ? awake : all;
    });
  }

  /** Deprioritizes an exit with an unreachable upstream for 30 seconds. */
  reportFailure(id: number): void {
    const wasResting = this.isResting(id);
    this.#restingUntil.set(id, this.now() + REST_AFTER_FAILURE_MS);
    if (!wasResting) this.#forgetAwake();
  }

  isResting(id: number): boolean {
    const until = this.#restingUntil.get(id);
    if (until === undefined) return false;
    if (until > this.now()) return true;
    this.#restingUntil.delete(id);
    return false;
  }

  #search(kind: ProxyKind, { country, region, city, isp }: Place): readonly Exit[] {
    const exits = this.#byPlace.get(`${kind}|${country}`) ?? [];
    if (region === null && city === null && isp === null) return exits;
    return exits.filter((e) => same(region, e.region) && same(city, e.city) && same(isp, e.isp));
  }

  #forgetAwake(): void {
    this.#awake.clear();
    for (const id of this.#restingUntil.keys()) this.isResting(id);
    this.#nextWake = Math.min(...this.#restingUntil.values());
  }
}

const toKey = (kind: ProxyKind, { country, region, city, isp }: Place): string =>
  `${kind}|${country}|${region}|${city}|${isp}`.toLowerCase();

function remember(
  lists: Map<string, readonly Exit[]>,
  key: string,
  search: () => readonly Exit[],
): readonly Exit[] {
  const known = lists.get(key);
  if (known) return known;
  const list = search();
  // Places come from usernames; of those without exits there is no end.
  if (list.length > 0) lists.set(key, list);
  return list;
}
