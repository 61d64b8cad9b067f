import { Injectable, Logger } from '@nestjs/common';
import { MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { TableSizes } from './table-sizes';

interface Kept {
  answer: Promise<unknown>;
  /** When it was complete; undefined while it is being computed for the first time. */
  at: number | undefined;
  tookMs: number;
  renewal: Promise<void> | undefined;
}

const MOST = 200;
/** Computing an answer anew takes at most this share of one connection's time. */
const COST_FACTOR = 50;
const SHORTEST_MS = 5 * SECOND;
const LONGEST_MS = 2 * MINUTE;
/** For so many lifetimes an answer is still given while the new one is on its way. */
const STALE_LIFETIMES = 3;
/** What takes longer is rather given old than waited for. */
const PATIENCE_MS = 50;
const OLDEST_MS = STALE_LIFETIMES * LONGEST_MS;

const lifetime = ({ tookMs }: Kept): number =>
  Math.min(LONGEST_MS, Math.max(SHORTEST_MS, COST_FACTOR * tookMs));
const oldest = ({ tookMs }: Kept): number =>
  tookMs > PATIENCE_MS ? OLDEST_MS : STALE_LIFETIMES * SHORTEST_MS;

/**
 * Figures over large tables, computed once in a while instead of on every call: an answer is kept
 * fifty times as long as it took. Over small tables nothing is kept and every answer is exact.
 */
@Injectable()
export class KeptAnswers {
  private readonly logger = new Logger(KeptAnswers.name);
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly sizes: TableSizes,
  ) {}

  /**
   * @param key what is answered, with everything it depends on.
   * @param tables what it is computed from.
   */
  async of<T>(key: string, tables: readonly string[], compute: () => Promise<T>): Promise<T> {
    if (!(await this.sizes.anyLarge(tables))) return compute();
    const found = this.kept.get(key);
    const age = found?.at === undefined ? 0 : Date.now() - found.at;
    if (!found || age > oldest(found)) return this.start(key, compute).answer as Promise<T>;
    if (age > lifetime(found)) {
      found.renewal ??= this.renew(key, found, compute);
      if (this.uow.isOpen) await found.renewal;
    }
    return found.answer as Promise<T>;
  }

  private start(key: string, compute: () => Promise<unknown>): Kept {
    const entry: Kept = { answer: Promise.resolve(), at: undefined, tookMs: 0, renewal: undefined };
    entry.answer = this.timed(entry, compute);
    this.kept.delete(key);
    this.kept.set(key, entry);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value!);
    entry.answer.catch(() => {
      if (this.kept.get(key) === entry) this.kept.delete(key);
    });
    return entry;
  }

  private async renew(key: string, entry: Kept, compute: () => Promise<unknown>): Promise<void> {
    try {
      entry.answer = Promise.resolve(await this.timed(entry, compute));
    } catch (error) {
      this.logger.warn({ err: error, key }, 'A figure could not be computed anew');
    } finally {
      entry.renewal = undefined;
    }
  }

  private async timed(entry: Kept, compute: () => Promise<unknown>): Promise<unknown> {
    const began = Date.now();
    const answer = await compute();
    entry.at = Date.now();
    entry.tookMs = entry.at - began;
    return answer;
  }
}
