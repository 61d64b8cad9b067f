import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Actor } from '../common/security/actor';
import { MINUTE, SECOND } from '../common/time/clock';
import { UnitOfWork } from '../database/unit-of-work';
import { AnalyticsService } from './analytics/analytics.service';
import { ANALYTICS_PERIODS } from './analytics/analytics.types';
import { AuditLogsService } from './audit/audit-logs.service';
import { AdminDashboardService } from './dashboard/admin-dashboard.service';
import { TableSizes } from './paging/table-sizes';
import { AdminProxiesService } from './proxies/admin-proxies.service';
import { AdminTransactionsService } from './transactions/admin-transactions.service';
import { AdminUsersService } from './users/admin-users.service';

/** Often enough that no answer becomes too old to be given while a new one is computed. */
const EVERY_MS = 4 * MINUTE;
/** However many APIs there are, one of them asks at a time. */
export const TURN_LOCK = 7_361_005;
const TURN_MS = 100;
/** For the question that is being asked when the API is to end; staff may wait for its answer too. */
const GRACE_MS = 2 * SECOND;
const TABLES = ['users', 'wallet_transaction', 'proxy', 'proxy_order', 'audit_log'];
/** Only what a list is counted by; no row of it is read. */
const NO_ROWS = { page: 1, perPage: 0 };

const viewer = (role: Actor['role']): Actor => ({
  ...{ userId: 0, name: 'system', email: '', role },
  ...{ sessionId: '', ip: '', userAgent: '' },
});

/**
 * Asks in a large shop what staff ask first, so that none of them waits for figures over whole
 * tables: after a start, when nothing is known yet, and while nobody else asks.
 */
@Injectable()
export class KeepWarm implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(KeepWarm.name);
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();
  /** The database's process that is asked. */
  private backend: number | undefined;

  constructor(
    private readonly http: HttpAdapterHost,
    private readonly uow: UnitOfWork,
    private readonly sizes: TableSizes,
    private readonly dashboard: AdminDashboardService,
    private readonly users: AdminUsersService,
    private readonly transactions: AdminTransactionsService,
    private readonly proxies: AdminProxiesService,
    private readonly audit: AuditLogsService,
    private readonly analytics: AnalyticsService,
  ) {}

  /** Begins when the API listens, which it keeps nobody waiting for. */
  onApplicationBootstrap(): void {
    this.http.listen$.subscribe(() => {
      this.work = this.keep();
    });
  }

  /** Lets the question end that is being asked, and cuts off one that takes long. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    const ended = this.work.then(() => true);
    if (await Promise.race([ended, delay(GRACE_MS, false, { ref: false })])) return;
    await this.cutOff();
    await ended;
  }

  private async keep(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const began = Date.now();
      for (const question of this.questions()) await this.inTurn(question);
      this.logger.debug({ ms: Date.now() - began }, 'What staff ask first is known');
      await this.pause(EVERY_MS);
    }
  }

  private async inTurn(question: () => Promise<unknown>): Promise<void> {
    try {
      if (!(await this.sizes.anyLarge(TABLES))) return;
      while (!this.stopping.signal.aborted && !(await this.ask(question)))
        await this.pause(TURN_MS);
    } catch (error) {
      const level = this.stopping.signal.aborted ? 'debug' : 'warn';
      this.logger[level]({ err: error }, 'What staff ask first could not be asked for them');
    }
  }

  /** On one connection, one query at a time, by one processor. @returns false out of turn. */
  private ask(question: () => Promise<unknown>): Promise<boolean> {
    return this.uow.run(async () => {
      const [{ mine, backend }] = await this.uow.manager.query(
        `SELECT pg_try_advisory_xact_lock($1) AS mine, pg_backend_pid() AS backend,
                set_config('max_parallel_workers_per_gather', '0', true)`,
        [TURN_LOCK],
      );
      this.backend = backend;
      if (mine) await question();
      return mine;
    });
  }

  /** Only while it holds the turn: the connection may be somebody else's by now. */
  private async cutOff(): Promise<void> {
    try {
      await this.uow.manager.query(
        `SELECT pg_cancel_backend(pid) FROM pg_locks
         WHERE pid = $1 AND locktype = 'advisory' AND objid = $2 AND granted`,
        [this.backend, TURN_LOCK],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'What was being asked could not be cut off');
    }
  }

  private questions(): (() => Promise<unknown>)[] {
    const asked = ([viewer('admin'), viewer('sub-admin')] as const).flatMap((who) => [
      () => this.dashboard.of(who),
      () => this.users.list(who, {}, NO_ROWS),
      () => this.transactions.list(who, {}, NO_ROWS),
      () => this.proxies.list(who, {}, NO_ROWS),
      () => this.audit.list(who, {}, NO_ROWS),
    ]);
    return [...asked, ...ANALYTICS_PERIODS.map((period) => () => this.analytics.of(period))];
  }

  private async pause(ms: number): Promise<void> {
    const { signal } = this.stopping;
    await delay(ms * (0.75 + Math.random() / 2), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
  }
}
