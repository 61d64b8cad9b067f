import type { PayoutSource } from '../payments.types';
import { Injectable, Logger } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DAY } from '../../common/time/clock';
import { isPlausible } from '../../common/time/calendar';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { ClearingService } from '../clearing.service';
import { KorapayService, readPages } from '../korapay/korapay.service';
import type { ProviderPayout, ProviderPayoutItem } from '../korapay/korapay.types';
import { getRetryDelay } from '../retry-delay';
import { readPayoutFile, type FileProblem, type NewPayout } from './payout-file';
import { PayoutItemService } from './payout-item.service';
import { Payout, PayoutImport, type ImportCounts } from './payout.entity';

/** Overlap with the last complete import, since the provider's list may lag. */
const OVERLAP = 7 * DAY;
/** Payouts whose items are missing are asked for again for this long. */
const ITEMS_LAG = 30 * DAY;
const MAX_PAGES = 50;
const KEPT = 30 * DAY;
const MAX_ITEMS = 20_000;

type Counts = { -readonly [K in keyof ImportCounts]: number };

/** What an uploaded file brought. */
export interface FileImport {
  readonly counts: ImportCounts;
  readonly problems: readonly FileProblem[];
}

/**
 * Imports payouts of the card provider, from its list or from a file. Each payout is committed on its own and posted
 * once, by whichever way and however often it is imported, so an import that stops is continued by the next.
 */
@Injectable()
export class PayoutImportService {
  private readonly logger = new Logger(PayoutImportService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly provider: KorapayService,
    private readonly items: PayoutItemService,
    private readonly clearing: ClearingService,
    private readonly audit: AuditService,
    private readonly jobs: JobQueue,
  ) {}

  /** Imports the provider's list. @returns null when no provider is configured. */
  async run(): Promise<Pick<PayoutImport, 'complete' | 'note' | 'counts'> | null> {
    if (!(await this.provider.isConfigured())) return null;
    this.uow.assertNoTransaction();
    const startedAt = await this.clock.now();
    const counts = emptyCounts();
    const from = await this.findStart(startedAt);
    const note = await readPages(
      MAX_PAGES,
      (after) => this.provider.listPayouts(from, startedAt, after),
      (payouts) => this.importPayouts(payouts, counts),
    );
    await this.items.rematch();
    const run = { complete: note === null, note, counts };
    await this.saveImport({ ...run, source: 'api', importedBy: null, startedAt });
    const before = new Date(startedAt.getTime() - KEPT);
    await this.uow.manager.delete(PayoutImport, { source: 'api', startedAt: LessThan(before) });
    if (!run.complete) await this.scheduleRetry();
    return run;
  }

  private async scheduleRetry(): Promise<void> {
    const [{ failed }] = await this.uow.manager.query<[{ failed: number }]>(
      `SELECT count(*)::int AS failed FROM payment_payout_import WHERE source = 'api' AND id >
         coalesce((SELECT max(id) FROM payment_payout_import WHERE source = 'api' AND complete), 0)`,
    );
    const delay = getRetryDelay('payments.import-payouts', failed);
    if (delay !== null) await this.jobs.add('payments.import-payouts', {}, { delay });
  }

  /** Imports a file of the provider's dashboard. A payout with an unreadable line is left out as a whole. */
  async importFile(actor: Actor, text: string): Promise<FileImport> {
    const startedAt = await this.clock.now();
    const { payouts, problems } = readPayoutFile(text);
    const counts = { ...emptyCounts(), listed: payouts.length };
    for (const { payout, items } of payouts)
      await this.record(counts, actor, payout, items, 'file');
    await this.items.rematch();
    await this.saveImport({
      source: 'file',
      complete: problems.length === 0,
      counts,
      note: problems.length ? `${problems.length} lines were not readable` : null,
      importedBy: actor.userId,
      startedAt,
    });
    return { counts, problems };
  }

  private saveImport(run: Omit<PayoutImport, 'id' | 'finishedAt'>): Promise<void> {
    return this.uow.run(async () => {
      const finishedAt = await this.clock.now();
      const counts = { ...run.counts };
      await this.uow.requireTransaction().insert(PayoutImport, { ...run, counts, finishedAt });
    });
  }

  /** All of the history the first time. */
  private async findStart(now: Date): Promise<Date> {
    const last = await this.uow.manager.findOne(PayoutImport, {
      where: { source: 'api', complete: true },
      order: { id: 'DESC' },
    });
    if (!last) return new Date(0);
    const since = last.startedAt.getTime() - OVERLAP;
    const open = await this.uow.manager.findOne(Payout, {
      where: { provider: this.provider.name, itemsImportedAt: IsNull() },
      order: { paidAt: 'ASC' },
    });
    const asked = open ? Math.max(open.paidAt.getTime() - DAY, now.getTime() - ITEMS_LAG) : since;
    return new Date(Math.min(since, asked));
  }

  /** @returns why the list cannot be read on, or null. */
  private async importPayouts(
    listed: readonly ProviderPayout[],
    counts: Counts,
  ): Promise<string | null> {
    counts.listed += listed.length;
    const paid = listed.filter(({ isPaid }) => isPaid);
    const known = await this.findComplete(paid.map(({ reference }) => reference));
    for (const { reference, amount, fee, paidAt } of paid) {
      if (known.has(reference)) continue;
      if (!amount?.isPositive || !fee || !paidAt || !isPlausible(paidAt) || !reference)
        return `Payout ${reference || 'without a reference'} is not readable`;
      const items = await this.fetchItems(reference);
      if (typeof items === 'string') return items;
      await this.record(counts, 'system', { reference, amount, fee, paidAt }, items, 'api');
      this.logger.log({ reference, items: items?.length ?? null }, 'A payout was imported');
    }
    return null;
  }

  /** Those of the references whose payout is imported with its items. */
  private async findComplete(references: string[]): Promise<Set<string>> {
    const provider = this.provider.name;
    const rows = await this.uow.manager.findBy(Payout, { provider, reference: In(references) });
    return new Set(rows.filter((row) => row.itemsImportedAt).map(({ reference }) => reference));
  }

  /** @returns the items, null when the provider has no list of them, or the reason why it is unreadable. */
  private async fetchItems(reference: string): Promise<ProviderPayoutItem[] | null | string> {
    const items: ProviderPayoutItem[] = [];
    let after: string | null = null;
    while (items.length < MAX_ITEMS) {
      const page = await this.provider.listPayoutItems(reference, after);
      if (page.outcome === 'unknown') return page.reason;
      if (page.outcome === 'missing') return null;
      items.push(...page.rows);
      if (page.next === null) return items;
      after = page.next;
    }
    return `Payout ${reference} has more than ${MAX_ITEMS} items`;
  }

  /**
   * Posts a payout that is not known yet and matches its items, in one transaction. Items of a known payout
   * are added if it has none; one that was posted with another amount is left as it is. Rows are locked in this order:
   * payout, payments by id.
   * @param counts of the import, which the result is added to.
   * @param items null when the source has none.
   */
  private async record(
    counts: Counts,
    actor: AuditActor,
    payout: NewPayout,
    items: readonly ProviderPayoutItem[] | null,
    source: PayoutSource,
  ): Promise<void> {
    const added = await this.uow.run(async (): Promise<Partial<Counts>> => {
      const { isNew, row } = await this.insertOrLock(payout, items ?? [], source);
      const differs = (given: Money | null, stored: Money) => given && !given.equals(stored);
      if (isNew) await this.clearing.bookPayout(row);
      else if (differs(payout.amount, row.amount) || differs(payout.fee, row.fee))
        return { differing: 1 };
      const isAdded = items !== null && row.itemsImportedAt === null;
      if (!isNew && !isAdded) return {};
      let matches = { matchedItems: 0, unmatchedItems: 0 };
      if (isAdded) {
        matches = await this.items.add(row, items);
        const itemsImportedAt = await this.clock.now();
        await this.uow.requireTransaction().update(Payout, { id: row.id }, { itemsImportedAt });
      }
      await this.audit.record(actor, {
        action: 'payment.payout_imported',
        target: `payout:${row.id}`,
        details:
          `Payout ${row.reference} of ${formatNaira(row.amount)} was imported (${source}): ` +
          `${matches.matchedItems} items matched, ${matches.unmatchedItems} not`,
      });
      crashPoint('payout.before-commit');
      return isNew ? { imported: 1, ...matches } : { completed: 1, ...matches };
    });
    crashPoint('payout.after-commit');
    for (const [key, count] of Object.entries(added)) counts[key as keyof Counts] += count;
  }

  /** Waits for a concurrent insert of the same payout. */
  private async insertOrLock(
    payout: NewPayout,
    items: readonly ProviderPayoutItem[],
    source: PayoutSource,
  ): Promise<{ isNew: boolean; row: Payout }> {
    const { reference, paidAt } = payout;
    const provider = this.provider.name;
    const fee = payout.fee ?? Money.zero;
    const net = items.reduce((sum, item) => sum.plus(item.amount).minus(item.fee), Money.zero);
    const amount = payout.amount ?? net.minus(fee);
    const manager = this.uow.requireTransaction();
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(Payout)
      .values({ provider, reference, paidAt, source, amount, fee })
      .orIgnore()
      .returning('id')
      .execute();
    const row = await manager.findOneOrFail(Payout, {
      where: { provider, reference },
      lock: { mode: 'pessimistic_write' },
    });
    return { isNew: (inserted.raw as unknown[]).length === 1, row };
  }
}

const emptyCounts = (): Counts => ({
  listed: 0,
  imported: 0,
  completed: 0,
  differing: 0,
  matchedItems: 0,
  unmatchedItems: 0,
});
