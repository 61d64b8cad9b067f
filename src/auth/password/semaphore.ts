import { DomainError } from '../../common/errors/domain-error';

const MAX_WAITING = 500;

/**
 * Lets a few pieces of work run side by side and the rest wait in order. Each password hash takes
 * 19 MiB and a core, so that unbounded ones would be a cheap way to bring the process down.
 */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly slots: number) {}

  /** @throws DomainError unavailable when far too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.slots) {
      if (this.waiting.length >= MAX_WAITING) throw tooBusy();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      // A waiting one inherits the slot, so that nobody can slip in between.
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
