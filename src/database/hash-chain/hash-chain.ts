import { createHash } from 'node:crypto';
import type { UnitOfWork } from '../unit-of-work';
import { HashChainRepository, type ChainPosition, type ChainTables } from './hash-chain.repository';

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
