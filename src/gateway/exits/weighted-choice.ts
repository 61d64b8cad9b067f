import { createHash } from 'node:crypto';

export interface Weighted {
  readonly id: number;
  readonly weight: number;
  /** Set for a candidate with many addresses: choosing it again is a change too. */
  readonly network?: object;
}

const toDigest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * One step of the sequence of choices of a key; a pure function, so that every gateway gets the same one.
 *
 * - Consecutive steps choose different candidates when there are two or more.
 * - Step 0, and every even step of three or more candidates, is weighted rendezvous hashing: a candidate that comes or
 *   goes moves only its own keys. An odd step chooses among what its two neighbours do not use, so of n candidates
 *   one that goes moves another 2/n² of the keys, which would otherwise not change at the next step.
 * - Two candidates alternate.
 * - A network is chosen by its weight at every step, since its address changes with the step.
 */
export function chooseStep<T extends Weighted>(
  candidates: readonly T[],
  key: string,
  step: number,
): T {
  const isOdd = step % 2 !== 0;
  if (candidates.length === 2 && !candidates.some(({ network }) => network)) {
    const first = chooseHighest(candidates, `${key}|0`);
    return isOdd ? (candidates.find((each) => each !== first) ?? first) : first;
  }
  const keyOf = (number: number) => `${key}|${number}`;
  if (!isOdd || candidates.length < 2) return chooseHighest(candidates, keyOf(step));
  const before = chooseHighest(candidates, keyOf(step - 1));
  const after = chooseHighest(candidates, keyOf(step + 1));
  return chooseHighest(
    candidates.filter((each) => each.network ?? (each !== before && each !== after)),
    keyOf(step),
  );
}

/** 16 letters and digits. */
export const toToken = (text: string): string => toDigest(`token|${text}`).toString('hex', 0, 8);

/** A number in [0, 1), evenly distributed over the texts. */
export const toFraction = (text: string): number =>
  toDigest(`phase|${text}`).readUInt32LE(0) / 2 ** 32;

/** Highest weighted score wins (-w / ln u, "logarithmic method"); u from a hash of key and candidate. */
function chooseHighest<T extends Weighted>(candidates: readonly T[], key: string): T {
  const digest = toDigest(key);
  const [a, b] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  let best = candidates[0] as T;
  let bestScore = -Infinity;
  for (const each of candidates) {
    const u = (mix(mix(a ^ Math.imul(each.id, 0x9e3779b1)) ^ b) + 0.5) / 2 ** 32;
    const score = -each.weight / Math.log(u);
    if (score > bestScore) [best, bestScore] = [each, score];
  }
  return best;
}

/** The finalizer of MurmurHash3: every input bit reaches every output bit. */
function mix(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

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
