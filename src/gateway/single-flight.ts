/**
 * Runs one task at a time. Calls during a run share the run after it, since the one under way may have begun before
 * what they are about.
 */
export class SingleFlight<T> {
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  /** @param task must not reject. */
  constructor(private readonly task: () => Promise<T>) {}

  /** @returns the result of a run that begins after this call. */
  run(): Promise<T> {
    // Also joins a run that waits for one that has just ended, or two would run concurrently.
    if (this.#next) return this.#next;
    if (!this.#running) return this.#start();
    this.#next = this.#running.then(() => {
      this.#next = undefined;
      return this.#start();
    });
    return this.#next;
  }

  #start(): Promise<T> {
    this.#running = this.task().finally(() => (this.#running = undefined));
    return this.#running;
  }
}
