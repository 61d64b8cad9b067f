import type { Weighted } from './rendezvous';

/** Draws at random by weight, in logarithmic time. */
export class WeightedPool<T extends Weighted> {
  /** Sum of the weights before each candidate, and of all. */
  readonly #sums: number[] = [0];
  readonly #indexes = new Map<number, number>();

  constructor(private readonly candidates: readonly T[]) {
    candidates.forEach(({ id, weight }, i) => {
      this.#indexes.set(id, i);
      this.#sums.push((this.#sums[i] ?? 0) + weight);
    });
  }

  /**
   * @param random in [0, 1).
   * @param exceptId not drawn unless it is the only one.
   */
  draw(random: number, exceptId?: number): T {
    const total = this.#sums[this.candidates.length] ?? 0;
    const except = exceptId === undefined ? undefined : this.#indexes.get(exceptId);
    if (except === undefined || this.candidates.length === 1) return this.#at(random * total);
    const [start = 0, end = 0] = [this.#sums[except], this.#sums[except + 1]];
    const point = random * (total - (end - start));
    return this.#at(point < start ? point : point + (end - start));
  }

  #at(point: number): T {
    let [low, high] = [0, this.candidates.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (point < (this.#sums[middle + 1] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return this.candidates[low] as T;
  }
}
