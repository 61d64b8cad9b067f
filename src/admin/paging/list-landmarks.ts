import { Injectable, Logger } from '@nestjs/common';
import { MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ListSource } from './list-source';

export interface Landmark {
  /** How many rows of the list are as old as it or older. */
  readonly rank: number;
  readonly at: string;
  readonly id: string;
}

/** Every so many rows one, so that a page is never further than this from the nearest. */
const EVERY = 1000;
const MAX_AGE_MS = MINUTE;
const MOST = 40;

/** Where in a list its 1000th, 2000th, … row stands, counted from the oldest. */
export class Landmarks {
  constructor(private readonly marks: readonly Landmark[]) {}

  /** Rows up to and with the newest landmark. */
  get counted(): number {
    return this.last?.rank ?? 0;
  }

  get last(): Landmark | undefined {
    return this.marks[this.marks.length - 1];
  }

  /** The nearest one on the newer side of a row; undefined when the row is newer than all. */
  atOrAfter(rank: number): Landmark | undefined {
    return this.marks[Math.ceil(rank / EVERY) - 1];
  }
}

interface Entry {
  marks: Landmarks | undefined;
  at: number;
  reading: Promise<void> | undefined;
}

/**
 * Knows large lists by their landmarks, read in the background and again once a minute while
 * somebody looks. Rows are only ever added at the new end, so an old landmark stays true; under a
 * filter rows may come and go in between, and a page may be off by as many for a minute.
 */
@Injectable()
export class ListLandmarks {
  private readonly logger = new Logger(ListLandmarks.name);
  private readonly known = new Map<string, Entry>();

  constructor(private readonly uow: UnitOfWork) {}

  /**
   * @param patient waits while they are being read for the first time.
   * @returns undefined when they are not known yet.
   */
  async of(source: ListSource, patient: boolean): Promise<Landmarks | undefined> {
    const entry = this.entry(source);
    if (!entry.reading && Date.now() - entry.at > MAX_AGE_MS)
      entry.reading = this.read(source, entry);
    if (this.uow.isOpen || (patient && !entry.marks)) await entry.reading;
    return entry.marks;
  }

  /** The one asked for last is the last to be forgotten. */
  private entry(source: ListSource): Entry {
    const key = JSON.stringify([source.table, source.where, source.values]);
    const entry = this.known.get(key) ?? { marks: undefined, at: 0, reading: undefined };
    this.known.delete(key);
    this.known.set(key, entry);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
    return entry;
  }

  private async read({ table, where, values }: ListSource, entry: Entry): Promise<void> {
    try {
      // Rows of the last minute may still be joined by others with an earlier time.
      const rows: Landmark[] = await this.uow.manager.query(
        `SELECT rank::int, created_at::text AS at, id::text FROM (
           SELECT t.created_at, t.id, row_number() OVER (ORDER BY t.created_at, t.id) AS rank
           FROM ${table} t WHERE ${where} AND t.created_at < now() - interval '1 minute'
         ) ranked WHERE rank % ${EVERY} = 0 ORDER BY rank`,
        [...values],
      );
      entry.marks = new Landmarks(rows);
    } catch (error) {
      this.logger.warn({ err: error, table }, 'The landmarks of a list could not be read');
    } finally {
      entry.at = Date.now();
      entry.reading = undefined;
    }
  }
}
