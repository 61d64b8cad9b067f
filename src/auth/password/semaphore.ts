import { DomainError } from '../../common/errors/domain-error';

const MAX_WAITING = 500;

/**
 * Limits concurrent work; the rest waits in FIFO order. Each password hash takes 19 MiB and a
 * core, so unbounded hashing would be a denial-of-service risk.
 */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly slots: number) {}

  /** @throws DomainError unavailable when the queue is full. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.slots) {
      if (this.waiting.length >= MAX_WAITING) throw tooBusy();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      // The next waiter inherits the slot, so that no new call overtakes it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

const tooBusy = (): DomainError =>
  new DomainError(
    'unavailable',
    'TOO_BUSY',
    'We are busy right now. Please try again in a few seconds.',
    undefined,
    5,
  );
