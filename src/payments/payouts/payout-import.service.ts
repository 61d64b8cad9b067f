import { Injectable, Logger } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import type { AuditActor } from '../../audit/audit.service';
import { DAY } from '../../common/time/clock';
import { isPlausible } from '../../common/time/calendar';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { CardProvider, type ProviderPayout } from '../ports/card-provider.port';
import { PayoutItemService } from './payout-item.service';
import { PayoutRepository } from './payout.repository';
import { PayoutService } from './payout.service';
import type { ImportCounts, NewPayoutItem } from './payout.types';

/** Overlap with the last complete import, since the provider's list may lag. */
const OVERLAP = 7 * DAY;
/** Payouts whose items are missing are asked for again for this long. */
const ITEMS_LAG = 30 * DAY;
const MAX_PAGES = 50;
const KEPT = 30 * DAY;
const MAX_ITEMS = 20_000;

type Counts = { -readonly [K in keyof ImportCounts]: number };

export const emptyCounts = (): Counts => ({
  listed: 0,
  imported: 0,
  completed: 0,
  differing: 0,
  matchedItems: 0,
  unmatchedItems: 0,
});

/**
 * Imports payouts from the provider's list. Each payout is committed on its own and known ones are skipped,
 * so an import that stops is continued by the next.
 */
@Injectable()
export class PayoutImportService {
  private readonly logger = new Logger(PayoutImportService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly provider: CardProvider,
    private readonly payouts: PayoutRepository,
    private readonly service: PayoutService,
    private readonly items: PayoutItemService,
  ) {}

  /** @returns null when no provider is configured. */
  async run(): Promise<{ complete: boolean; note: string | null; counts: ImportCounts } | null> {
    if (!(await this.provider.isConfigured())) return null;
    this.uow.assertNoTransaction();
    const startedAt = await this.clock.now();
    const counts = emptyCounts();
    const note = await this.importPages(await this.findStart(startedAt), startedAt, counts);
    await this.items.rematch();
    const run = { complete: note === null, note, counts };
    await this.uow.run(async () =>
      this.payouts.insertImport({
        ...run,
        source: 'api',
        importedBy: null,
        startedAt,
        finishedAt: await this.clock.now(),
      }),
    );
    await this.payouts.deleteImportsBefore(new Date(startedAt.getTime() - KEPT));
    return run;
  }

  /** Adds the result of a payout to the counts of an import. */
  async record(
    counts: Counts,
    actor: AuditActor,
    ...args: Parameters<PayoutService['record']> extends [unknown, ...infer Rest] ? Rest : never
  ): Promise<void> {
    const { outcome, matched, unmatched } = await this.service.record(actor, ...args);
    crashPoint('payout.after-commit');
    counts.imported += Number(outcome === 'imported');
    counts.completed += Number(outcome === 'completed');
    counts.differing += Number(outcome === 'differs');
    counts.matchedItems += matched;
    counts.unmatchedItems += unmatched;
  }

  /** All of the history the first time. */
  private async findStart(now: Date): Promise<Date> {
    const last = await this.payouts.findLastComplete();
    if (!last) return new Date(0);
    const since = last.startedAt.getTime() - OVERLAP;
    const open = await this.payouts.findOldestIncomplete(this.provider.name);
    const asked = open ? Math.max(open.paidAt.getTime() - DAY, now.getTime() - ITEMS_LAG) : since;
    return new Date(Math.min(since, asked));
  }

  /** @returns why it is incomplete, or null. */
  private async importPages(from: Date, to: Date, counts: Counts): Promise<string | null> {
    let after: string | null = null;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await this.provider.listPayouts(from, to, after);
      if (page.outcome === 'unknown') return page.reason;
      const note = await this.importPayouts(page.payouts, counts);
      if (note !== null) return note;
      if (page.next === null) return null;
      after = page.next;
    }
    return `The list has more than ${MAX_PAGES} pages`;
  }

  private async importPayouts(
    listed: readonly ProviderPayout[],
    counts: Counts,
  ): Promise<string | null> {
    counts.listed += listed.length;
    const paid = listed.filter(({ isPaid }) => isPaid);
    const known = await this.payouts.findKnown(
      this.provider.name,
      paid.map(({ reference }) => reference),
    );
    for (const payout of paid) {
      const { reference, amount, fee, paidAt } = payout;
      if (known.get(reference)) continue;
      if (!amount?.isPositive || !fee || !paidAt || !isPlausible(paidAt) || !reference)
        return `Payout ${reference || 'without a reference'} is not readable`;
      const items = await this.fetchItems(reference);
      if (typeof items === 'string') return items;
      await this.record(counts, 'system', { reference, amount, fee, paidAt }, items, 'api');
      this.logger.log({ reference, items: items?.length ?? null }, 'A payout was imported');
    }
    return null;
  }

  /** @returns the items, null when the provider has no list of them, or the reason why it is unreadable. */
  private async fetchItems(reference: string): Promise<NewPayoutItem[] | null | string> {
    const items: NewPayoutItem[] = [];
    let after: string | null = null;
    while (items.length < MAX_ITEMS) {
      const page = await this.provider.listPayoutItems(reference, after);
      if (page.outcome === 'unknown') return page.reason;
      if (page.outcome === 'missing') return null;
      items.push(...page.items);
      if (page.next === null) return items;
      after = page.next;
    }
    return `Payout ${reference} has more than ${MAX_ITEMS} items`;
  }
}
