import type { UnitOfWork } from './unit-of-work';
import { createHash } from 'node:crypto';

/** A table whose rows are linked, and the table of the links. */
export interface ChainTables {
  /** Key of the advisory lock of the one process that extends the chain. */
  readonly lock: number;
  /** Append-only table with ascending `id` and with `created_at`. */
  readonly table: string;
  /** Links with `id`, `previous_hash` and `hash`. */
  readonly linkTable: string;
  /** Column of a link that names its row. */
  readonly rowColumn: string;
  /** SQL for row `r` as text, the same for ever: what the hash is taken over. */
  readonly canonicalSql: string;
  /** SQL condition of a row `r` of which parts are archived, so that its hash is that of the archive. */
  readonly archivedSql?: string;
}

export interface Link {
  readonly rowId: string;
  readonly canonical: string;
}

export interface StoredLink {
  readonly id: string;
  readonly rowId: string;
  /** Null when the row is gone. */
  readonly canonical: string | null;
  readonly isArchived: boolean;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

export interface NewLink {
  readonly rowId: string;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

/** Position in a chain: the last link up to it. */
export type ChainPosition = Pick<StoredLink, 'id' | 'rowId' | 'hash'>;

/**
 * Ids are given before commit, so a slow transaction may show up behind the last linked row.
 * Looking this far back finds it without reading the whole table.
 */
const STRAGGLER_WINDOW = 20_000;

/**
 * SQL where PostgreSQL renders the hashed text of a row, joins a table with its chain or inserts a batch
 * from arrays.
 */
export class HashChainRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly tables: ChainTables,
  ) {}

  /** @returns false when another process holds the lock. */
  async lock(): Promise<boolean> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ locked: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
        this.tables.lock,
      ]);
    return row.locked;
  }

  async head(): Promise<ChainPosition | null> {
    const { linkTable, rowColumn } = this.tables;
    const [last] = await this.uow.manager.query<ChainPosition[]>(
      `SELECT id, ${rowColumn} AS "rowId", hash FROM ${linkTable} ORDER BY id DESC LIMIT 1`,
    );
    return last ?? null;
  }

  async findHash(id: string): Promise<Buffer | null> {
    const [link] = await this.uow.manager.query<{ hash: Buffer }[]>(
      `SELECT hash FROM ${this.tables.linkTable} WHERE id = $1`,
      [id],
    );
    return link?.hash ?? null;
  }

  unchained(limit: number): Promise<Link[]> {
    const { table, linkTable, rowColumn, canonicalSql } = this.tables;
    return this.uow.manager.query<Link[]>(
      `SELECT r.id AS "rowId", ${canonicalSql} AS canonical FROM ${table} r
       WHERE r.id > (SELECT coalesce(max(${rowColumn}), 0) - ${STRAGGLER_WINDOW} FROM ${linkTable})
         AND NOT EXISTS (SELECT FROM ${linkTable} s WHERE s.${rowColumn} = r.id)
       ORDER BY r.id LIMIT $1`,
      [limit],
    );
  }

  async append(links: NewLink[]): Promise<void> {
    const { linkTable, rowColumn } = this.tables;
    await this.uow.requireTransaction().query(
      `INSERT INTO ${linkTable} (${rowColumn}, previous_hash, hash)
       SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])`,
      [
        links.map((link) => link.rowId),
        links.map((link) => link.previousHash),
        links.map((link) => link.hash),
      ],
    );
  }

  linksAfter(id: string, limit: number): Promise<StoredLink[]> {
    const { table, linkTable, rowColumn, canonicalSql, archivedSql = 'false' } = this.tables;
    return this.uow.manager.query<StoredLink[]>(
      // The bounds make one range of each partition's index of what would be a lookup per row and partition.
      `WITH batch AS MATERIALIZED (SELECT * FROM ${linkTable} WHERE id > $1 ORDER BY id LIMIT $2)
       SELECT s.id, s.${rowColumn} AS "rowId", s.previous_hash AS "previousHash", s.hash,
              CASE WHEN r.id IS NOT NULL THEN ${canonicalSql} END AS canonical,
              r.id IS NOT NULL AND ${archivedSql} AS "isArchived"
       FROM batch s LEFT JOIN ${table} r ON r.id = s.${rowColumn}
         AND r.id BETWEEN (SELECT min(${rowColumn}) FROM batch) AND (SELECT max(${rowColumn}) FROM batch)
       ORDER BY s.id`,
      [id, limit],
    );
  }

  /** Rows older than the given age without a link. @param afterRow skips rows that were linked long before this one. */
  async countUnchainedOlderThan(seconds: number, afterRow: string): Promise<number> {
    const { table, linkTable, rowColumn } = this.tables;
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM ${table} r
       WHERE r.created_at < now() - make_interval(secs => $1) AND r.id > $2::bigint - ${STRAGGLER_WINDOW}
         AND NOT EXISTS (SELECT FROM ${linkTable} s WHERE s.${rowColumn} = r.id)`,
      [seconds, afterRow],
    );
    return row.count;
  }
}

/** The position before the first link. */
export const GENESIS: ChainPosition = { id: '0', rowId: '0', hash: Buffer.alloc(32) };
const BATCH = 2000;
/** How long a row may wait for its link before it counts as missing. */
const GRACE_SECONDS = 300;

export const linkHash = (previous: Buffer, canonical: string): Buffer =>
  createHash('sha256').update(previous).update(canonical, 'utf8').digest();

export interface ChainReport {
  readonly intact: boolean;
  readonly checked: number;
  /** Id of the row at which the chain breaks; null when none does. */
  readonly brokenAt: string | null;
  /** Overdue rows that are not in the chain yet. */
  readonly unchained: number;
  /** Hash of the last link, hex; keep it elsewhere to notice a rewritten chain. */
  readonly head: string;
}

/**
 * Links the rows of an append-only table into a chain of hashes, hash = sha256(previous hash ‖ canonical row),
 * and checks it. Rows are linked a moment after they were written, so that writers never queue for the chain.
 */
export abstract class HashChain {
  private readonly repository: HashChainRepository;

  protected constructor(
    private readonly chainUow: UnitOfWork,
    tables: ChainTables,
  ) {
    this.repository = new HashChainRepository(chainUow, tables);
  }

  /** Links new rows. @returns how many; 0 when another process holds the lock. */
  async extend(): Promise<number> {
    let linked = 0;
    for (let batch = BATCH; batch === BATCH; linked += batch) batch = await this.extendBatch();
    return linked;
  }

  /** The last link; null when there is none. */
  head(): Promise<ChainPosition | null> {
    return this.repository.head();
  }

  /** Hash of a link, hex; null when there is no such link. @param position id of the link. */
  async hashAt(position: string): Promise<string | null> {
    return (await this.repository.findHash(position))?.toString('hex') ?? null;
  }

  /** Walks the chain. @param from the last link that is known to be right; the whole chain when left out. */
  async verify(from: ChainPosition = GENESIS): Promise<ChainReport> {
    let { id: last, hash: previous } = from;
    let checked = 0;
    let brokenAt: string | null = null;
    for (;;) {
      const links = await this.repository.linksAfter(last, BATCH);
      for (const link of links) {
        const sound =
          link.canonical !== null &&
          link.previousHash.equals(previous) &&
          (link.isArchived || link.hash.equals(linkHash(previous, link.canonical)));
        if (!sound) brokenAt ??= link.rowId;
        previous = link.hash;
        last = link.id;
        checked += 1;
      }
      if (links.length < BATCH) break;
    }
    const unchained = await this.repository.countUnchainedOlderThan(GRACE_SECONDS, from.rowId);
    return {
      intact: brokenAt === null && unchained === 0,
      checked,
      brokenAt,
      unchained,
      head: previous.toString('hex'),
    };
  }

  private extendBatch(): Promise<number> {
    return this.chainUow.run(async () => {
      if (!(await this.repository.lock())) return 0;
      let previous = ((await this.repository.head()) ?? GENESIS).hash;
      const rows = await this.repository.unchained(BATCH);
      const links = rows.map(({ rowId, canonical }) => {
        const link = { rowId, previousHash: previous, hash: linkHash(previous, canonical) };
        previous = link.hash;
        return link;
      });
      if (links.length) await this.repository.append(links);
      return links.length;
    });
  }
}
