import { setImmediate } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';

/** Sizes at which the lists of the back office change their method; a test lowers them. */
@Injectable()
export class PagingLimits {
  /** From this many rows on, a table is not counted on every request. */
  largeTableRows = 50_000;
  /** Rows that are read to estimate how many rows of a table match a search. */
  sampleRows = 3000;
  /** Rows that are read from the newest on to find a page of frequent matches. */
  walkRows = 10_000;
  /** Up to this many matches are read as a whole. */
  keptIds = 5000;
}

interface Entry {
  value: Promise<unknown>;
  /** When the value was complete; undefined during its first computation, which every caller joins. */
  computedAt: number | undefined;
  durationMs: number;
  refreshing: Promise<void> | undefined;
}

const MAX_ENTRIES = 200;
/** The time to live is this many times the query's duration, so that refreshing takes at most 2 % of one connection's time. */
const TTL_FACTOR = 50;
const MIN_TTL_MS = 5 * SECOND;
const MAX_TTL_MS = 2 * MINUTE;
/** A stale value is served this long while it is recomputed in the background, one of a slow query longer. */
const MAX_STALE_MS = 15 * SECOND;
const MAX_STALE_SLOW_MS = 6 * MINUTE;
const SLOW_QUERY_MS = 50;

const ttl = ({ durationMs }: Entry): number =>
  Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, TTL_FACTOR * durationMs));
const maxStale = ({ durationMs }: Entry): number =>
  durationMs > SLOW_QUERY_MS ? MAX_STALE_SLOW_MS : MAX_STALE_MS;

/**
 * Stale-while-revalidate cache for aggregates over large tables. Aggregates over small tables are
 * not cached and always exact.
 */
@Injectable()
export class QueryCache {
  private readonly logger = new Logger(QueryCache.name);
  /** In insertion order, so that the first entry is the one to evict. */
  private readonly entries = new Map<string, Entry>();
  private sizes: { rows: Promise<Map<string, number>>; at: number } | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly limits: PagingLimits,
  ) {}

  /**
   * @param key identifies the query and all its parameters.
   * @param tables the tables that the query reads.
   */
  async getOrCompute<T>(
    key: string,
    tables: readonly string[],
    compute: () => Promise<T>,
  ): Promise<T> {
    const sizes = await Promise.all(tables.map((table) => this.estimateRows(table)));
    if (sizes.every((rows) => rows < this.limits.largeTableRows)) return compute();
    let entry = this.entries.get(key);
    const age = entry?.computedAt === undefined ? 0 : Date.now() - entry.computedAt;
    if (!entry || age > maxStale(entry)) {
      entry = this.add(key, compute);
    } else if (age > ttl(entry)) {
      entry.refreshing ??= this.refresh(key, entry, compute);
      // A transaction has one connection, which must not be in use when it ends.
      if (this.uow.isOpen) await entry.refreshing;
    }
    return entry.value as Promise<T>;
  }

  /** What is known at once; else it is computed in the background, for the next call. */
  async getOrStart<T>(
    key: string,
    tables: readonly string[],
    compute: () => Promise<T>,
  ): Promise<T | undefined> {
    const value = this.getOrCompute(key, tables, compute);
    if (this.uow.isOpen) return value;
    value.catch((error: unknown) =>
      this.logger.warn({ err: error, key }, 'A query could not be computed in the background'),
    );
    return Promise.race([value, setImmediate(undefined)]);
  }

  /** Rows of a table as PostgreSQL's planner estimates them; negative when it has not been analysed yet. */
  async estimateRows(table: string): Promise<number> {
    if (!this.sizes || Date.now() - this.sizes.at > MINUTE) {
      const sizes = { rows: this.loadSizes(), at: Date.now() };
      this.sizes = sizes;
      sizes.rows.catch(() => {
        if (this.sizes === sizes) this.sizes = undefined;
      });
    }
    return (await this.sizes.rows).get(table) ?? 0;
  }

  private add(key: string, compute: () => Promise<unknown>): Entry {
    const entry: Entry = {
      ...{ value: Promise.resolve(), computedAt: undefined, durationMs: 0, refreshing: undefined },
    };
    entry.value = this.compute(entry, compute);
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    entry.value.catch(() => {
      if (this.entries.get(key) === entry) this.entries.delete(key);
    });
    return entry;
  }

  private async refresh(key: string, entry: Entry, compute: () => Promise<unknown>): Promise<void> {
    try {
      entry.value = Promise.resolve(await this.compute(entry, compute));
    } catch (error) {
      this.logger.warn({ err: error, key }, 'A cached query could not be refreshed');
    } finally {
      entry.refreshing = undefined;
    }
  }

  private async compute(entry: Entry, compute: () => Promise<unknown>): Promise<unknown> {
    const start = Date.now();
    const value = await compute();
    entry.computedAt = Date.now();
    entry.durationMs = entry.computedAt - start;
    return value;
  }

  private async loadSizes(): Promise<Map<string, number>> {
    const rows = await this.uow.manager.query<{ name: string; rows: number }[]>(
      // Autovacuum counts the rows of partitions, not of their table.
      `SELECT coalesce(pg_partition_root(oid), oid)::regclass::text AS name,
              CASE WHEN max(reltuples) < 0 THEN -1 ELSE sum(greatest(reltuples, 0)) END::float8 AS rows
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1`,
    );
    return new Map(rows.map((row) => [row.name, row.rows]));
  }
}
