import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ChainHead } from './chain-head.entity';
import { randomUUID } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AuditChainService } from '../../audit/audit-chain.service';
import { Clock } from '../../common/time/clock';
import { dayOf } from '../../common/time/calendar';
import { AppConfig } from '../../config/app-config';
import type { HashChain } from '../../database/hash-chain';
import { MailService } from '../../mail/mail.service';
import type { MailContent } from '../../mail/mail.types';
import { LedgerChainService } from '../../wallet/ledger/ledger.service';
import {
  CHAINS,
  chainHeadFileName,
  formatChainHeads,
  type ChainHeads,
  type ChainName,
  type ExportedPosition,
} from '../integrity/integrity.service';

/** Exports the heads of the hash chains once a day, so that a chain rewritten as a whole is noticed. */
@Injectable()
export class ChainHeadExportService {
  private readonly chains: Readonly<Record<ChainName, HashChain>>;

  constructor(
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly mail: MailService,
    ledger: LedgerChainService,
    audit: AuditChainService,
  ) {
    this.chains = { ledger, audit };
  }

  /**
   * Mails today's heads to the owner, once, however many workers there are, and writes the file unless this
   * machine has it. Runs more than once a day, so a crash in between delays the file only.
   */
  async export(): Promise<void> {
    const day = dayOf(this.clock.now());
    await this.uow.run(() => this.record(day));
    const head = await this.uow.manager.findOneBy(ChainHead, { day });
    if (head) await this.writeFile(day, head.content);
  }

  private async record(day: string): Promise<void> {
    const manager = this.uow.requireTransaction();
    if (await manager.existsBy(ChainHead, { day })) return;
    const heads = await this.readHeads(day);
    if (Object.keys(heads.chains).length === 0) return;
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(ChainHead)
      .values({ day, content: formatChainHeads(heads) })
      .orIgnore()
      .returning('day')
      .execute();
    if (!(inserted.raw as unknown[]).length) return;
    await this.mail.enqueueTemplate(this.config.admin.email, (site) => toMail(site, heads));
  }

  private async readHeads(day: string): Promise<ChainHeads> {
    const chains: Partial<Record<ChainName, ExportedPosition>> = {};
    for (const name of CHAINS) {
      const head = await this.chains[name].head();
      if (head) chains[name] = { position: head.id, hash: head.hash.toString('hex') };
    }
    return { day, chains };
  }

  /** By renaming, so that a crash leaves no half of a file. */
  private async writeFile(day: string, content: string): Promise<void> {
    this.uow.assertNoTransaction();
    const file = join(this.config.booksDir, chainHeadFileName(day));
    if (await exists(file)) return;
    await mkdir(this.config.booksDir, { recursive: true });
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, content, { flush: true });
    await rename(draft, file);
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const toMail = (siteName: string, heads: ChainHeads): MailContent => ({
  subject: `${siteName} ledger: seal of ${heads.day}`,
  heading: `Seal of the ledger of ${heads.day}`,
  paragraphs: [
    'Keep this email. Nobody can change an earlier payment, sale or audit row without changing these figures.',
    `To check the ledger against them, save the lines below as ${chainHeadFileName(heads.day)} and run: node dist/cli.js ledger:check --head ${chainHeadFileName(heads.day)}`,
    JSON.stringify(heads),
  ],
  closing: 'You get this once a day because your email is the ADMIN_EMAIL of the shop.',
});
