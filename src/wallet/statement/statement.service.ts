import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { StatementRepository, type StatementFilter } from './statement.repository';
import type { StatementLine } from '../wallet.types';

/** The customer's own statement, newest first. */
@Injectable()
export class StatementService {
  constructor(private readonly statement: StatementRepository) {}

  list(actor: Actor, filter: StatementFilter, page: Page): Promise<Paged<StatementLine>> {
    return this.statement.listOf(actor.userId, filter, page);
  }

  recent(actor: Actor, limit: number): Promise<StatementLine[]> {
    return this.statement.recentOf(actor.userId, limit);
  }
}
