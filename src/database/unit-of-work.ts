import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { DataSource, QueryRunnerAlreadyReleasedError, type EntityManager } from 'typeorm';
import { withoutClientDeadline } from './connection-deadlines';
import { isRetriable } from './pg-errors';
import { sendPrepared, type PreparedStatement, type StatementResult } from './prepared-statement';

interface Unit {
  readonly manager: EntityManager;
  readonly afterCommit: (() => Promise<unknown> | unknown)[];
}

const MAX_ATTEMPTS = 4;

/**
 * One database transaction around a use case. Repositories take their entity manager from here, so that
 * everything inside `run` commits or rolls back together.
 */
@Injectable()
export class UnitOfWork {
  private readonly logger = new Logger(UnitOfWork.name);
  private readonly current = new AsyncLocalStorage<Unit>();

  constructor(readonly dataSource: DataSource) {}

  /** The entity manager of the open transaction, or the default one outside. */
  get manager(): EntityManager {
    return this.current.getStore()?.manager ?? this.dataSource.manager;
  }

  /** Whether a transaction is open. It has one connection, so queries must run one after the other. */
  get isOpen(): boolean {
    return this.current.getStore() !== undefined;
  }

  /** @throws Error outside a transaction: for writes that must not run alone. */
  requireTransaction(): EntityManager {
    const unit = this.current.getStore();
    if (!unit) throw new Error('This write needs an open unit of work');
    return unit.manager;
  }

  /**
   * Sends a prepared statement in the open transaction, or alone. On hot paths: the query runner of TypeORM costs
   * as much processor time as the statement itself.
   */
  async execute<Row extends object>(
    statement: PreparedStatement,
    values: unknown[],
  ): Promise<StatementResult<Row>> {
    const runner = this.current.getStore()?.manager.queryRunner;
    if (runner) {
      if (runner.isReleased) throw new QueryRunnerAlreadyReleasedError();
      const client = (await runner.connect()) as PoolClient;
      return sendPrepared<Row>(this.dataSource, client, statement, values);
    }
    const client = await (this.dataSource.driver as unknown as { master: Pool }).master.connect();
    try {
      return await sendPrepared<Row>(this.dataSource, client, statement, values);
    } finally {
      client.release();
    }
  }

  /** As `execute`, for writes that must not run alone. @throws Error outside a transaction. */
  async executeInTransaction<Row extends object>(
    statement: PreparedStatement,
    values: unknown[],
  ): Promise<StatementResult<Row>> {
    this.requireTransaction();
    return this.execute<Row>(statement, values);
  }

  /** Throws when a transaction is open: for external calls, which must not run while locks are held. */
  assertNoTransaction(): void {
    if (this.isOpen) throw new Error('A unit of work is open across an outside call');
  }

  /**
   * Runs `work` in a transaction, or joins the open one. On a deadlock or serialization failure
   * the whole of `work` runs again in a fresh transaction, so it must not have external side effects.
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
        this.logger.warn({ err: error, attempt }, 'A unit of work runs again');
        await delay(2 ** attempt * 5 * Math.random());
      }
    }
  }

  /**
   * Runs `work` in a transaction whose statements may take any time, such as a check of all history. Other
   * limits, such as the one of waiting for locks, stay.
   */
  async runWithoutDeadline<T>(work: () => Promise<T>): Promise<T> {
    return this.run(async () => {
      const manager = this.requireTransaction();
      const client: object = await manager.queryRunner!.connect();
      await manager.query('SET LOCAL statement_timeout = 0');
      return withoutClientDeadline(client, work);
    });
  }

  /** Runs reads in one transaction and on one snapshot: none sees what is committed in between. */
  readSnapshot<T>(read: () => Promise<T>): Promise<T> {
    if (this.isOpen) throw new Error('A snapshot is taken outside a unit of work');
    return this.dataSource.transaction('REPEATABLE READ', (manager) =>
      this.current.run({ manager, afterCommit: [] }, read),
    );
  }

  /** Runs several reads: in parallel outside a transaction, in sequence on its one connection inside. */
  async all<T extends unknown[]>(
    ...reads: {
      [K in keyof T]: () => Promise<T[K]>;
    }
  ): Promise<T> {
    if (!this.isOpen) return Promise.all(reads.map((read) => read())) as Promise<T>;
    const results: unknown[] = [];
    for (const read of reads) results.push(await read());
    return results as T;
  }

  /**
   * Calls `hook` once the transaction has committed (at once when none is open). A hook that
   * fails is logged: a sweeper must find the work that it would have started.
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
