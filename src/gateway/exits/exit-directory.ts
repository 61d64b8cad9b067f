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
  }

  get(id: number): Exit | undefined {
    return this.#byId.get(id);
  }

  /** The exits of a kind in a place; recently failed ones only when there are no others. */
  find(kind: ProxyKind, place: Place): readonly Exit[] {
    let exits = this.#byPlace.get(`${kind}|${place.country}`) ?? [];
    if (place.region !== null || place.city !== null || place.isp !== null)
      exits = exits.filter(
        (e) => same(place.region, e.region) && same(place.city, e.city) && same(place.isp, e.isp),
      );
    if (this.#restingUntil.size === 0) return exits;
    const awake = exits.filter((e) => !this.#isResting(e.id));
    return awake.length > 0 ? awake : exits;
  }

  /** Deprioritizes an exit with an unreachable upstream for 30 seconds. */
  reportFailure(id: number): void {
    this.#restingUntil.set(id, this.now() + REST_AFTER_FAILURE_MS);
  }

  #isResting(id: number): boolean {
    const until = this.#restingUntil.get(id);
    if (until === undefined) return false;
    if (until > this.now()) return true;
    this.#restingUntil.delete(id);
    return false;
  }
}
