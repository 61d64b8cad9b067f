import { Injectable } from '@nestjs/common';
import { HOUR } from '../../../common/time/clock';
import { dayOf, startOfDay } from '../../../common/time/zone';
import { DatabaseClock } from '../../../database/database-clock';
import { GENESIS } from '../../../database/hash-chain/hash-chain';
import { UnitOfWork } from '../../../database/unit-of-work';
import { LedgerPeriodRepository } from './ledger-period.repository';
import type { ClosedPeriod } from './ledger-period.types';

/** Longer than any transaction that has begun in the month. */
const CLOSE_AFTER = HOUR;

/** Closes months of the ledger: opening balance, sum and closing balance per account, sealed. */
@Injectable()
export class LedgerPeriodService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly repository: LedgerPeriodRepository,
  ) {}

  /** For checks without the application around them. */
  static forUnitOfWork(uow: UnitOfWork): LedgerPeriodService {
    return new LedgerPeriodService(uow, new DatabaseClock(uow), new LedgerPeriodRepository(uow));
  }

  /** Closes every month that is over, oldest first. @returns the months, `YYYY-MM`. */
  async closeDue(): Promise<string[]> {
    const closed: string[] = [];
    for (;;) {
      const month = await this.uow.runWithoutDeadline(() => this.closeNext());
      if (month === null) return closed;
      closed.push(month);
    }
  }

  findLast(): Promise<ClosedPeriod | null> {
    return this.repository.findLast();
  }

  /** @param month `YYYY-MM`. */
  find(month: string): Promise<ClosedPeriod | null> {
    return this.repository.find(month);
  }

  /** The closed month before one. @param month `YYYY-MM`. */
  findBefore(month: string): Promise<ClosedPeriod | null> {
    return this.repository.findBefore(month);
  }

  /** The months whose entries are in files, oldest first. */
  findArchived(): Promise<ClosedPeriod[]> {
    return this.repository.findArchived();
  }

  isSealed(period: ClosedPeriod): Promise<boolean> {
    return this.repository.isSealed(period);
  }

  private closeNext(): Promise<string | null> {
    return this.uow.run(async () => {
      if (!(await this.repository.lock())) return null;
      const last = await this.repository.findLast();
      const start = last?.endsAt ?? (await this.repository.findFirstEntryTime());
      if (start === null) return null;
      const month = dayOf(start).slice(0, 7);
      const endsAt = endOfMonth(month);
      // A month that is closed by a clock that is ahead would refuse the rest of its entries.
      if ((await this.clock.now()).getTime() < endsAt.getTime() + CLOSE_AFTER) return null;
      // The next run finds them linked.
      if (await this.repository.hasUnlinked(endsAt, last)) return null;
      // Later links are checked again: those of the next month may have been made already.
      const head = (await this.repository.findLinkBefore(endsAt, last)) ?? GENESIS;
      await this.repository.insert(month, endsAt, last, head);
      return month;
    });
  }
}

/** @param month `YYYY-MM`. */
function endOfMonth(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return startOfDay(next);
}
