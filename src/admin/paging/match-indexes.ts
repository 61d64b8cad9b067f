import { Injectable, Logger } from '@nestjs/common';
import { MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { toMatchesSql, type ListQuery } from './list-query';
import { MatchEstimates, toListKey } from './match-estimates';
import { MatchIndex } from './match-index';
import { PagingLimits } from './paging-limits';
import { TableBlocks, type Blocks } from './table-blocks';

/** A bigint id is text. */
export type RowId = number | string;

interface Entry {
  index: MatchIndex<RowId> | undefined;
  loadedAt: number;
  loading: Promise<void> | undefined;
}

const MAX_AGE_MS = MINUTE;
/** An older index is not used while it is loaded again. */
const MAX_STALE_MS = 6 * MINUTE;
const MAX_LISTS = 100;

/**
 * Keeps the match indexes of the lists in use, and loads them at most once a minute. New rows are in the
 * open block and so never missed; rows that begin or cease to match a filter shift a page for a minute.
 */
@Injectable()
export class MatchIndexes {
  private readonly logger = new Logger(MatchIndexes.name);
  /** In order of use, so that the first entry is the one to evict. */
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly blocks: TableBlocks,
    private readonly estimates: MatchEstimates,
    private readonly limits: PagingLimits,
  ) {}

  /**
   * The index of a list as far as it is known, which is loaded again in the background when it is old.
   * @param load whether to load an index that is not known.
   */
  async find(list: ListQuery, load: boolean): Promise<MatchIndex<RowId> | undefined> {
    const entry = this.touch(list);
    const age = Date.now() - entry.loadedAt;
    if (age > MAX_STALE_MS) entry.index = undefined;
    if (age > MAX_AGE_MS && (load || entry.index)) void this.start(list, entry);
    // A transaction has one connection, which must not be in use when it ends.
    if (this.uow.isOpen) await entry.loading;
    return entry.index;
  }

  /** Waits for an index that is not known yet. @throws Error when it cannot be loaded. */
  async load(list: ListQuery): Promise<MatchIndex<RowId>> {
    const entry = this.touch(list);
    if (!entry.index) await this.start(list, entry);
    if (!entry.index) throw new Error(`The rows of a list of ${list.table} could not be counted`);
    return entry.index;
  }

  private start(list: ListQuery, entry: Entry): Promise<void> {
    return (entry.loading ??= this.build(list)
      .then((index) => {
        entry.index = index;
      })
      .catch((error: unknown) => {
        this.logger.warn({ err: error, table: list.table }, 'A list could not be counted');
      })
      .finally(() => {
        entry.loadedAt = Date.now();
        entry.loading = undefined;
      }));
  }

  private async build(list: ListQuery): Promise<MatchIndex<RowId>> {
    const blocks = await this.blocks.find(list.table);
    const ids = (await this.estimates.find(list)).isFrequent
      ? undefined
      : await this.findIds(list, blocks);
    return ids ? MatchIndex.ofIds(blocks, ids) : this.countBlocks(list, blocks);
  }

  /** @returns undefined for more matches than are kept. */
  private async findIds(list: ListQuery, blocks: Blocks): Promise<RowId[] | undefined> {
    const { from } = MatchIndex.ofIds(blocks, []).openBlock;
    const next = list.values.length + 1;
    const rows = await this.uow.manager.query<{ id: RowId }[]>(
      `SELECT m.id FROM (${toMatchesSql(list)}) m
       WHERE (m.created_at, m.id) < ($${next}::timestamptz, $${next + 1}::bigint)
       ORDER BY m.created_at DESC, m.id DESC LIMIT $${next + 2}`,
      [...list.values, from.at, from.id, this.limits.keptIds + 1],
    );
    return rows.length > this.limits.keptIds ? undefined : rows.map(({ id }) => id);
  }

  private async countBlocks(list: ListQuery, blocks: Blocks): Promise<MatchIndex<RowId>> {
    const { sql, values } = blocks.blockOf(list.values.length + 1);
    const rows = await this.uow.manager.query<{ block: number; count: number }[]>(
      `SELECT ${sql} AS block, count(*)::int AS count FROM (${toMatchesSql(list)}) m GROUP BY 1`,
      [...list.values, ...values],
    );
    return MatchIndex.ofCounts(blocks, new Map(rows.map(({ block, count }) => [block, count])));
  }

  /** Moves the list's entry to the end, away from eviction. */
  private touch(list: ListQuery): Entry {
    const key = toListKey(list);
    const entry = this.entries.get(key) ?? { index: undefined, loadedAt: 0, loading: undefined };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MAX_LISTS) this.entries.delete(this.entries.keys().next().value!);
    return entry;
  }
}
