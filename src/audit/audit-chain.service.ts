import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { AuditChainRepository } from './audit-chain.repository';

const GENESIS = Buffer.alloc(32);
const BATCH = 500;
/** How long a row may wait for its link before it counts as missing. */
const GRACE_SECONDS = 300;

const linkHash = (previous: Buffer, canonical: string): Buffer =>
  createHash('sha256').update(previous).update(canonical, 'utf8').digest();

export interface ChainReport {
  readonly intact: boolean;
  readonly checked: number;
  /** Id of the audit row at which the chain breaks; null when none does. */
  readonly brokenAt: string | null;
  /** Overdue rows that are not in the chain yet. */
  readonly unchained: number;
  /** Hash of the last link, hex; keep it elsewhere to notice a rewritten chain. */
  readonly head: string;
}

/** Links audit rows into a hash chain and checks it. */
@Injectable()
export class AuditChainService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: AuditChainRepository,
  ) {}

  /** For scripts that run without the application around them. */
  static forUnitOfWork(uow: UnitOfWork): AuditChainService {
    return new AuditChainService(uow, new AuditChainRepository(uow));
  }

  /** Links new rows. @returns how many; 0 when another process holds the lock. */
  async extend(): Promise<number> {
    let linked = 0;
    for (let batch = BATCH; batch === BATCH; linked += batch) batch = await this.extendBatch();
    return linked;
  }

  /** Walks the whole chain. */
  async verify(): Promise<ChainReport> {
    let previous: Buffer = GENESIS;
    let checked = 0;
    let last = '0';
    let brokenAt: string | null = null;
    for (;;) {
      const links = await this.repository.linksAfter(last, BATCH);
      for (const link of links) {
        const sound =
          link.previousHash.equals(previous) &&
          link.hash.equals(linkHash(previous, link.canonical));
        if (!sound) brokenAt ??= link.auditLogId;
        previous = link.hash;
        last = link.id;
        checked += 1;
      }
      if (links.length < BATCH) break;
    }
    const unchained = await this.repository.countUnchainedOlderThan(GRACE_SECONDS);
    return {
      intact: brokenAt === null && unchained === 0,
      checked,
      brokenAt,
      unchained,
      head: previous.toString('hex'),
    };
  }

  private extendBatch(): Promise<number> {
    return this.uow.run(async () => {
      if (!(await this.repository.lock())) return 0;
      let previous = (await this.repository.head()) ?? GENESIS;
      const rows = await this.repository.unchained(BATCH);
      const links = rows.map(({ auditLogId, canonical }) => {
        const link = { auditLogId, previousHash: previous, hash: linkHash(previous, canonical) };
        previous = link.hash;
        return link;
      });
      if (links.length) await this.repository.append(links);
      return links.length;
    });
  }
}
