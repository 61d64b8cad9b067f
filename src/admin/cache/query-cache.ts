import { Injectable, Logger } from '@nestjs/common';
import { MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { TableSizes } from '../paging/table-sizes';

interface Entry {
  value: Promise<unknown>;
  /** When the value was complete; undefined during the first computation. */
  computedAt: number | undefined;
  durationMs: number;
  refresh: Promise<void> | undefined;
}

const MAX_ENTRIES = 200;
/** The time to live is this many times the query's duration, so that refreshing takes at most 2 % of one connection's time. */
const TTL_FACTOR = 50;
const MIN_TTL_MS = 5 * SECOND;
const MAX_TTL_MS = 2 * MINUTE;
/** A stale value is served for this many lifetimes while it is recomputed in the background. */
const STALE_LIFETIMES = 3;
/** Slower queries are served stale for the longest time. */
const SLOW_QUERY_MS = 50;
const MAX_STALE_MS = STALE_LIFETIMES * MAX_TTL_MS;

const ttl = ({ durationMs }: Entry): number =>
  Math.min(MAX_TTL_MS, Math.max(MIN_TTL_MS, TTL_FACTOR * durationMs));
const maxStale = ({ durationMs }: Entry): number =>
  durationMs > SLOW_QUERY_MS ? MAX_STALE_MS : STALE_LIFETIMES * MIN_TTL_MS;

/**
 * Stale-while-revalidate cache for aggregates over large tables. Aggregates over small tables are
 * not cached and always exact.
 */
@Injectable()
export class QueryCache {
  private readonly logger = new Logger(QueryCache.name);
  /** In insertion order, so that the first entry is the one to evict. */
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly sizes: TableSizes,
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
    if (!(await this.sizes.isAnyLarge(tables))) return compute();
    const entry = this.entries.get(key);
    const age = entry?.computedAt === undefined ? 0 : Date.now() - entry.computedAt;
    if (!entry || age > maxStale(entry)) return this.add(key, compute).value as Promise<T>;
    if (age > ttl(entry)) {
      entry.refresh ??= this.refresh(key, entry, compute);
      if (this.uow.isOpen) await entry.refresh;
    }
    return entry.value as Promise<T>;
  }

  private add(key: string, compute: () => Promise<unknown>): Entry {
    const entry: Entry = {
      value: Promise.resolve(),
      computedAt: undefined,
      durationMs: 0,
      refresh: undefined,
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
      entry.refresh = undefined;
    }
  }

  private async compute(entry: Entry, compute: () => Promise<unknown>): Promise<unknown> {
    const start = Date.now();
    const value = await compute();
    entry.computedAt = Date.now();
    entry.durationMs = entry.computedAt - start;
    return value;
  }
}
