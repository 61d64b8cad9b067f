import { Injectable, Logger } from '@nestjs/common';
import { MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ListQuery } from './list-query';

/** A keyset position at a known rank. */
export interface Anchor {
  /** 1 for the oldest row of the list. */
  readonly rank: number;
  readonly at: string;
  readonly id: string;
}

/** Rows between two anchors, which bounds the OFFSET of any page. */
const ANCHOR_INTERVAL = 1000;
const MAX_AGE_MS = MINUTE;
const MAX_LISTS = 40;

/** The keyset positions of a list's 1000th, 2000th, … row, counted from the oldest. */
export class AnchorList {
  constructor(private readonly anchors: readonly Anchor[]) {}

  /** Rows up to and including the newest anchor. */
  get rowCount(): number {
    return this.newest?.rank ?? 0;
  }

  get newest(): Anchor | undefined {
    return this.anchors[this.anchors.length - 1];
  }

  /** The nearest anchor on the newer side of a row; undefined when the row is newer than all. */
  findAtOrAfter(rank: number): Anchor | undefined {
    return this.anchors[Math.ceil(rank / ANCHOR_INTERVAL) - 1];
  }
}

interface Entry {
  anchors: AnchorList | undefined;
  loadedAt: number;
  loading: Promise<void> | undefined;
}

/**
 * Anchors for keyset pagination with page numbers. They are loaded in the background, at most once
 * a minute per list that is in use. Rows are only added at the newest end, so an anchor stays
 * valid; under a filter rows may change in between, and a page may be off by as many for a minute.
 */
@Injectable()
export class KeysetAnchors {
  private readonly logger = new Logger(KeysetAnchors.name);
  /** In order of use, so that the first entry is the one to evict. */
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly uow: UnitOfWork) {}

  /**
   * @param wait whether to wait when the anchors have never been loaded.
   * @returns undefined when they are not loaded yet.
   */
  async find(list: ListQuery, wait: boolean): Promise<AnchorList | undefined> {
    const entry = this.touch(list);
    if (!entry.loading && Date.now() - entry.loadedAt > MAX_AGE_MS)
      entry.loading = this.load(list, entry);
    if (this.uow.isOpen || (wait && !entry.anchors)) await entry.loading;
    return entry.anchors;
  }

  /** Moves the list's entry to the end, away from eviction. */
  private touch(list: ListQuery): Entry {
    const key = JSON.stringify([list.table, list.where, list.values]);
    const entry = this.entries.get(key) ?? { anchors: undefined, loadedAt: 0, loading: undefined };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MAX_LISTS) this.entries.delete(this.entries.keys().next().value!);
    return entry;
  }

  private async load({ table, where, values }: ListQuery, entry: Entry): Promise<void> {
    try {
      // A transaction in progress may still commit a row with an earlier time.
      const rows = await this.uow.manager.query<Anchor[]>(
        `SELECT rank::int, created_at::text AS at, id::text FROM (
           SELECT t.created_at, t.id, row_number() OVER (ORDER BY t.created_at, t.id) AS rank
           FROM ${table} t WHERE ${where} AND t.created_at < now() - interval '1 minute'
         ) ranked WHERE rank % ${ANCHOR_INTERVAL} = 0 ORDER BY rank`,
        [...values],
      );
      entry.anchors = new AnchorList(rows);
    } catch (error) {
      this.logger.warn({ err: error, table }, 'The keyset anchors of a list could not be loaded');
    } finally {
      entry.loadedAt = Date.now();
      entry.loading = undefined;
    }
  }
}
