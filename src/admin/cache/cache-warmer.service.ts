import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Actor } from '../../common/security/actor';
import { MINUTE, SECOND } from '../../common/time/clock';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import { AnalyticsService } from '../analytics/analytics.service';
import { ANALYTICS_PERIODS } from '../analytics/analytics.types';
import { AuditLogsService } from '../audit/audit-logs.service';
import { AdminDashboardService } from '../dashboard/admin-dashboard.service';
import { TableSizes } from '../paging/table-sizes';
import { AdminProxiesService } from '../proxies/admin-proxies.service';
import { AdminTransactionsService } from '../transactions/admin-transactions.service';
import { AdminUsersService } from '../users/admin-users.service';

/** Short enough that every cached query is refreshed before it is too stale to be served. */
const INTERVAL_MS = 4 * MINUTE;
const LOCK_RETRY_MS = 100;
/** For the query in progress at shutdown, since requests may be waiting for its result. */
const SHUTDOWN_GRACE_MS = 2 * SECOND;
const TABLES = ['users', 'wallet_transaction', 'proxy', 'proxy_order', 'audit_log'];
/** Counts and statistics only; no row is read. */
const EMPTY_PAGE = { page: 1, perPage: 0 };

const systemActor = (role: Actor['role']): Actor => ({
  ...{ userId: 0, name: 'system', email: '', role },
  ...{ sessionId: '', ip: '', userAgent: '' },
});

/**
 * Warms the query cache in a large shop, after the start and periodically, so that no request of
 * staff waits for an aggregate over whole tables.
 */
@Injectable()
export class CacheWarmer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(CacheWarmer.name);
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** PostgreSQL backend that runs the current query. */
  private backendPid: number | undefined;

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

  /** Starts when the API listens, so that it does not delay the start. */
  onApplicationBootstrap(): void {
    this.http.listen$.subscribe(() => {
      this.running = this.runPeriodically();
    });
  }

  /** Lets the query in progress end, and cancels it after the grace period. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    const ended = this.running.then(() => true);
    if (await Promise.race([ended, delay(SHUTDOWN_GRACE_MS, false, { ref: false })])) return;
    await this.cancelQuery();
    await ended;
  }

  private async runPeriodically(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const start = Date.now();
      for (const query of this.queries()) await this.runWhenLocked(query);
      this.logger.debug({ ms: Date.now() - start }, 'The query cache is warm');
      await this.pause(INTERVAL_MS);
    }
  }

  private async runWhenLocked(query: () => Promise<unknown>): Promise<void> {
    try {
      if (!(await this.sizes.isAnyLarge(TABLES))) return;
      while (!this.stopping.signal.aborted && !(await this.tryRun(query)))
        await this.pause(LOCK_RETRY_MS);
    } catch (error) {
      const level = this.stopping.signal.aborted ? 'debug' : 'warn';
      this.logger[level]({ err: error }, 'A query could not be warmed up');
    }
  }

  /**
   * On one connection, one query at a time, without parallel workers, for as long as it takes: no request waits for
   * it. @returns whether it got the lock.
   */
  private tryRun(query: () => Promise<unknown>): Promise<boolean> {
    return this.uow.runWithoutDeadline(async () => {
      const [{ locked, backend }] = await this.uow.manager.query<
        [{ locked: boolean; backend: number }]
      >(
        `SELECT pg_try_advisory_xact_lock($1) AS locked, pg_backend_pid() AS backend,
                set_config('max_parallel_workers_per_gather', '0', true)`,
        [AdvisoryLock.cacheWarmUp],
      );
      this.backendPid = backend;
      if (locked) await query();
      return locked;
    });
  }

  /** Only while the backend holds the lock: the connection may have been returned to the pool. */
  private async cancelQuery(): Promise<void> {
    try {
      await this.uow.manager.query(
        `SELECT pg_cancel_backend(pid) FROM pg_locks
         WHERE pid = $1 AND locktype = 'advisory' AND objid = $2 AND granted`,
        [this.backendPid, AdvisoryLock.cacheWarmUp],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'A warm-up query could not be cancelled');
    }
  }

  private queries(): (() => Promise<unknown>)[] {
    const lists = ([systemActor('admin'), systemActor('sub-admin')] as const).flatMap((actor) => [
      () => this.dashboard.getDashboard(actor),
      () => this.users.list(actor, {}, EMPTY_PAGE),
      () => this.transactions.list(actor, {}, EMPTY_PAGE),
      () => this.proxies.list(actor, {}, EMPTY_PAGE),
      () => this.audit.list(actor, {}, EMPTY_PAGE),
    ]);
    return [
      ...lists,
      ...ANALYTICS_PERIODS.map((period) => () => this.analytics.getAnalytics(period)),
    ];
  }

  /** With 25 % of jitter. */
  private async pause(ms: number): Promise<void> {
    const { signal } = this.stopping;
    await delay(ms * (0.75 + Math.random() / 2), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
  }
}
