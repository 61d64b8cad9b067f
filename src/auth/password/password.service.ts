import { DomainError } from '../../common/errors/domain-error';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Algorithm, hash, parseOptions, verify, type Options } from '@node-rs/argon2';

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

/** OWASP's first choice: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const OPTIONS: Options = { ...PARAMETERS, algorithm: 2 satisfies Algorithm.Argon2id };
/** Below libuv's four threads, which files and name look-ups need too. */
const MAX_PARALLEL_HASHES = Math.max(1, Math.min(3, availableParallelism()));

/** The same text typed on different systems may differ in how accents are put together. */
const normalized = (password: string): string => password.normalize('NFC');

/** Hashes and checks passwords, a few at a time. */
@Injectable()
export class PasswordService {
  private readonly semaphore = new Semaphore(MAX_PARALLEL_HASHES);
  private dummyHash: Promise<string> | undefined;

  /** @returns Argon2id in PHC form. */
  hash(password: string): Promise<string> {
    return this.semaphore.run(() => hash(normalized(password), OPTIONS));
  }

  /**
   * Takes as long for a missing user or password as for a wrong password.
   * @param stored PHC text, or null when there is none to compare with.
   */
  async matches(stored: string | null, password: string): Promise<boolean> {
    const against = stored ?? (await this.getDummyHash());
    const same = await this.semaphore.run(() => verify(against, normalized(password)));
    return same && stored !== null;
  }

  /** Whether a hash was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    const made = parseOptions(stored);
    return (
      made.memoryCost !== PARAMETERS.memoryCost ||
      made.timeCost !== PARAMETERS.timeCost ||
      made.parallelism !== PARAMETERS.parallelism ||
      made.algorithm !== OPTIONS.algorithm
    );
  }

  private getDummyHash(): Promise<string> {
    this.dummyHash ??= this.hash(randomBytes(24).toString('base64')).catch((error: unknown) => {
      // A cached rejection would fail all later logins of unknown users and so reveal accounts.
      this.dummyHash = undefined;
      throw error;
    });
    return this.dummyHash;
  }
}
