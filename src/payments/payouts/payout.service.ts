import { Injectable } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { ClearingService } from '../clearing/clearing.service';
import { CardProvider } from '../ports/card-provider.port';
import { PayoutItemService } from './payout-item.service';
import { PayoutRepository } from './payout.repository';
import type { NewPayout, NewPayoutItem, PayoutOutcome, PayoutSource } from './payout.types';

export interface RecordedPayout {
  readonly outcome: PayoutOutcome;
  readonly matched: number;
  readonly unmatched: number;
}

/** Posts payouts of the card provider, once each, by whichever way and however often they are imported. */
@Injectable()
export class PayoutService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly provider: CardProvider,
    private readonly payouts: PayoutRepository,
    private readonly items: PayoutItemService,
    private readonly clearing: ClearingService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Posts a payout that is not known yet and matches its items, in one transaction. Items of a known payout
   * are added if it has none. Rows are locked in this order: payout, payments by id.
   * @param items null when the source has none.
   */
  record(
    actor: AuditActor,
    payout: NewPayout,
    items: readonly NewPayoutItem[] | null,
    source: PayoutSource,
  ): Promise<RecordedPayout> {
    return this.uow.run(async () => {
      const provider = this.provider.name;
      const fee = payout.fee ?? Money.zero;
      const amount = payout.amount ?? sumNet(items ?? []).minus(fee);
      const { reference, paidAt } = payout;
      const isNew = await this.payouts.insert({
        provider,
        reference,
        paidAt,
        source,
        amountKobo: amount.kobo,
        feeKobo: fee.kobo,
      });
      const row = await this.payouts.lock(provider, reference);
      if (isNew) await this.clearing.bookPayout(row);
      else if (payout.amount && payout.amount.kobo !== row.amountKobo)
        return { outcome: 'differs', matched: 0, unmatched: 0 };
      else if (payout.fee && payout.fee.kobo !== row.feeKobo)
        return { outcome: 'differs', matched: 0, unmatched: 0 };
      const isAdded = items !== null && row.itemsImportedAt === null;
      const counts = isAdded ? await this.items.add(row, items) : { matched: 0, unmatched: 0 };
      if (isAdded) await this.payouts.markItemsImported(row.id, await this.clock.now());
      if (!isNew && !isAdded) return { outcome: 'known', ...counts };
      await this.audit.record(actor, {
        action: 'payment.payout_imported',
        target: `payout:${row.id}`,
        details:
          `Payout ${reference} of ${formatNaira(Money.kobo(row.amountKobo))} was imported (${source}): ` +
          `${counts.matched} items matched, ${counts.unmatched} not`,
      });
      crashPoint('payout.before-commit');
      return { outcome: isNew ? 'imported' : 'completed', ...counts };
    });
  }
}

/** What the items add up to. */
const sumNet = (items: readonly NewPayoutItem[]): Money =>
  items.reduce((sum, { amount, fee }) => sum.plus(amount).minus(fee), Money.zero);
