import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isRetriable } from './pg-errors';

interface Unit {
  readonly manager: EntityManager;
  readonly afterCommit: (() => Promise<unknown> | unknown)[];
}

const MAX_ATTEMPTS = 4;

/**
 * One database transaction around a piece of business. Repositories take their manager from here,
 * so that whatever they do inside `run` commits or rolls back as one.
 */
@Injectable()
export class UnitOfWork {
  private readonly logger = new Logger(UnitOfWork.name);
  private readonly current = new AsyncLocalStorage<Unit>();

  constructor(private readonly dataSource: DataSource) {}

  /** The manager of the open transaction, or the plain one outside. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.dataSource.manager;
  }

  /** Whether a transaction is open, and so one connection that nothing may be left running on. */
  get isOpen(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** @throws Error outside a transaction: for writes that must never stand alone. */
  requireTransaction(): EntityManager {
    const unit = this.current.getStore();
    if (!unit) throw new Error('This write needs an open unit of work');
    return unit.manager;
  }

  /** Throws when a transaction is open: for calls to the outside, which must not hold locks. */
  assertNoTransaction(): void {
    if (this.current.getStore()) throw new Error('A unit of work is open across an outside call');
  }

  /**
   * Runs `work` in a transaction, or joins the open one. On a deadlock or serialization failure
   * the whole of `work` runs again in a fresh transaction, so it must not touch the outside.
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.current.getStore()) return work();
    for (let attempt = 1; ; attempt += 1) {
      const hooks: Unit['afterCommit'] = [];
      try {
        const result = await this.dataSource.transaction((manager) =>
          this.current.run({ manager, afterCommit: hooks }, work),
        );
        await this.runHooks(hooks);
        return result;
      } catch (error) {
        if (!isRetriable(error) || attempt >= MAX_ATTEMPTS) throw error;
        await delay(2 ** attempt * 5 * Math.random());
      }
    }
  }

  /** Answers of several reads: at once outside a transaction, in turn on its one connection. */
  async all<T extends unknown[]>(
    ...reads: {
      [K in keyof T]: () => Promise<T[K]>;
    }
  ): Promise<T> {
    if (!this.isOpen) return Promise.all(reads.map((read) => read())) as Promise<T>;
    const answers: unknown[] = [];
    for (const read of reads) answers.push(await read());
    return answers as T;
  }

  /**
   * Calls `hook` once the transaction has committed (at once when none is open). A hook that
   * fails is logged: what it would have started must also be found by a sweeper.
   */
  async afterCommit(hook: () => Promise<unknown> | unknown): Promise<void> {
    const unit = this.current.getStore();
    if (unit) unit.afterCommit.push(hook);
    else await this.runHooks([hook]);
  }

  private async runHooks(hooks: Unit['afterCommit']): Promise<void> {
    for (const hook of hooks)
      try {
        await hook();
      } catch (error) {
        this.logger.error(
          { err: error },
          'An after-commit hook failed; a sweeper will find its work',
        );
      }
  }
}
