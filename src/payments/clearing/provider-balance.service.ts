import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { CardProvider, type BalanceResult } from '../ports/card-provider.port';

/** What the card provider says that it owes the shop. */
@Injectable()
export class ProviderBalanceService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly provider: CardProvider,
  ) {}

  /** Asks the provider. */
  async get(): Promise<BalanceResult> {
    if (!(await this.provider.isConfigured()))
      return { outcome: 'unknown', reason: 'no secret key is set' };
    this.uow.assertNoTransaction();
    return this.provider.getBalance();
  }
}
