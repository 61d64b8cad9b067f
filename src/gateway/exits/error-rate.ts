import { SECOND } from '../../common/time/clock';

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
