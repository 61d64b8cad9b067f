import { DomainError } from '../../common/errors/domain-error';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { KorapayService } from '../../payments/korapay/korapay.service';
import {
  ClearingQueries,
  SYSTEM_ACCOUNT_CODES,
  type AccountMonth,
  type ClearingComparison,
} from './clearing.queries';

export const accountNotFound = (): DomainError =>
  new DomainError('not_found', 'ACCOUNT_NOT_FOUND', 'The shop has no such account.');

/** Compares what the card provider owes by the ledger with its own balance. */
@Injectable()
export class ClearingOverviewService {
  constructor(
    private readonly queries: ClearingQueries,
    private readonly uow: UnitOfWork,
    private readonly provider: KorapayService,
  ) {}

  /** Asks the provider. */
  async compare(): Promise<ClearingComparison> {
    this.uow.assertNoTransaction();
    const balance = await this.provider.getBalance();
    const { owed, explained } = await this.queries.getOwed();
    if (balance.outcome === 'unknown')
      return { owed, explained, reported: null, difference: null, note: balance.reason };
    const { available, pending } = balance;
    const difference = available.plus(pending).minus(owed);
    return { owed, explained, reported: { available, pending }, difference, note: null };
  }

  /** @throws DomainError not_found. */
  listMonths(code: string): Promise<AccountMonth[]> {
    const known = SYSTEM_ACCOUNT_CODES.find((one) => one === code);
    if (!known) throw accountNotFound();
    return this.queries.findMonths(known);
  }
}
