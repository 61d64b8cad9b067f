import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import type { StatementBalances, StatementLine, StatementPeriod } from '../wallet.types';
import { StatementBalancesRepository } from './statement-balances.repository';
import { StatementRepository, type StatementFilter } from './statement.repository';

export const STATEMENT_PAGE_SIZE = 15;

export interface StatementPage {
  readonly lines: Paged<StatementLine>;
  /** Of the period, whatever the filter leaves out. */
  readonly balances: StatementBalances;
}

/** Reads the customer's own transactions, newest first. */
@Injectable()
export class StatementService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly statement: StatementRepository,
    private readonly balances: StatementBalancesRepository,
  ) {}

  list(
    { userId }: Actor,
    period: StatementPeriod,
    filter: StatementFilter,
    page: Page,
  ): Promise<StatementPage> {
    return this.uow.readSnapshot(async () => ({
      balances: await this.balances.find(userId, period),
      lines: await this.statement.list(userId, period, filter, page),
    }));
  }

  findRecent(actor: Actor, limit: number): Promise<StatementLine[]> {
    return this.statement.findRecent(actor.userId, limit);
  }
}
