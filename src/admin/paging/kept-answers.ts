import { Injectable, Logger } from '@nestjs/common';
import { MINUTE, SECOND } from '../../common/time/clock';
import { TableSizes } from './table-sizes';

interface Kept {
  answer: Promise<unknown>;
  /** When it was complete; undefined while it is being computed. */
  at?: number;
  ttl: number;
  refreshing: boolean;
}

const MOST = 200;
/** Computing an answer anew takes at most this share of one connection's time. */
const COST_FACTOR = 50;
const SHORTEST_MS = 5 * SECOND;
const LONGEST_MS = 2 * MINUTE;
/** For this many lifetimes an old answer is still served while the new one is on its way. */
const STALE_LIFETIMES = 3;

/**
 * Figures over large tables, computed once in a while instead of on every call: an answer is kept
 * fifty times as long as it took. Over small tables nothing is kept and every answer is exact.
 */
@Injectable()
export class KeptAnswers {
  private readonly logger = new Logger(KeptAnswers.name);
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly sizes: TableSizes) {}

  /**
   * @param key what is answered, with everything it depends on.
   * @param tables what it is computed from.
   */
  async of<T>(key: string, tables: readonly string[], compute: () => Promise<T>): Promise<T> {
    if (!(await this.sizes.anyLarge(tables))) return compute();
    const found = this.kept.get(key);
    const age = found?.at === undefined ? 0 : Date.now() - found.at;
    if (!found || age > found.ttl * STALE_LIFETIMES)
      return this.start(key, compute).answer as Promise<T>;
    if (age > found.ttl && !found.refreshing) this.refresh(key, found, compute);
    return found.answer as Promise<T>;
  }

  private start<T>(key: string, compute: () => Promise<T>): Kept {
    const began = Date.now();
    const entry: Kept = { answer: compute(), ttl: LONGEST_MS, refreshing: false };
    this.kept.delete(key);
    this.kept.set(key, entry);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value!);
    entry.answer.then(
      () => {
        entry.at = Date.now();
        entry.ttl = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, COST_FACTOR * (entry.at - began)));
      },
      () => {
        if (this.kept.get(key) === entry) this.kept.delete(key);
      },
    );
    return entry;
  }

  private refresh(key: string, old: Kept, compute: () => Promise<unknown>): void {
    old.refreshing = true;
    const began = Date.now();
    compute().then(
      (value) => {
        const at = Date.now();
        const ttl = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, COST_FACTOR * (at - began)));
        if (this.kept.get(key) === old)
          this.kept.set(key, { answer: Promise.resolve(value), at, ttl, refreshing: false });
      },
      (error: unknown) => {
        old.refreshing = false;
        this.logger.warn({ err: error, key }, 'A figure could not be computed anew');
      },
    );
  }
}
