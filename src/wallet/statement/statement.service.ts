import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { StatementRepository, type StatementFilter } from './statement.repository';
import type { StatementLine } from '../wallet.types';

export const STATEMENT_PAGE_SIZE = 15;

/** Reads the customer's own transactions, newest first. */
@Injectable()
export class StatementService {
  constructor(private readonly statement: StatementRepository) {}

  list(actor: Actor, filter: StatementFilter, page: Page): Promise<Paged<StatementLine>> {
    return this.statement.list(actor.userId, filter, page);
  }

  findRecent(actor: Actor, limit: number): Promise<StatementLine[]> {
    return this.statement.findRecent(actor.userId, limit);
  }
}
