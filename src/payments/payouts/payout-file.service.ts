import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { emptyCounts, PayoutImportService } from './payout-import.service';
import { readPayoutFile, type FileProblem } from './payout-file';
import { PayoutItemService } from './payout-item.service';
import { PayoutRepository } from './payout.repository';
import type { ImportCounts } from './payout.types';

/** What an uploaded file brought. */
export interface FileImport {
  readonly counts: ImportCounts;
  readonly problems: readonly FileProblem[];
}

/** Imports the settlements that staff downloaded from the provider's dashboard. */
@Injectable()
export class PayoutFileService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly imports: PayoutImportService,
    private readonly items: PayoutItemService,
    private readonly payouts: PayoutRepository,
  ) {}

  /** Each payout is committed on its own; a payout with an unreadable line is left out as a whole. */
  async import(actor: Actor, text: string): Promise<FileImport> {
    const startedAt = await this.clock.now();
    const { payouts, problems } = readPayoutFile(text);
    const counts = emptyCounts();
    counts.listed = payouts.length;
    for (const { payout, items } of payouts)
      await this.imports.record(counts, actor, payout, items, 'file');
    await this.items.rematch();
    await this.uow.run(async () =>
      this.payouts.insertImport({
        source: 'file',
        complete: problems.length === 0,
        counts,
        note: problems.length ? `${problems.length} lines were not readable` : null,
        importedBy: actor.userId,
        startedAt,
        finishedAt: await this.clock.now(),
      }),
    );
    return { counts, problems };
  }
}
