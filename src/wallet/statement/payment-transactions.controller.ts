import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { toPage } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey } from '../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { RecentQuery, StatementQuery } from './dto/statement.query.dto';
import {
  RecentTransactionsResponse,
  toRecentTransactions,
  toTransactionList,
  TransactionListResponse,
} from './dto/transaction.response';
import { toStatementPeriod } from './statement-period';
import { STATEMENT_PAGE_SIZE, StatementService } from './statement.service';

const RECENT_LIMIT = 6;

/** Serves wallet data under /payments, as the HTTP contract requires. */
@ApiTags('Payments')
@Controller('payments/transactions')
export class PaymentTransactionsController {
  constructor(private readonly statement: StatementService) {}

  /** The newest transactions. */
  @Get('recent')
  @Authenticated()
  @AllowApiKey('read')
  async recentTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: RecentQuery,
  ): Promise<RecentTransactionsResponse> {
    return toRecentTransactions(
      await this.statement.findRecent(actor, query.limit ?? RECENT_LIMIT),
    );
  }

  /**
   * All transactions, newest first, paginated, with the balances of the period from `from` to `to`. A transaction
   * that moved money belongs to the day on which it did, any other to the day on which it was created.
   */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A filter is invalid, or `to` is before `from`.' })
  async listTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: StatementQuery,
  ): Promise<TransactionListResponse> {
    return toTransactionList(
      await this.statement.list(
        actor,
        toStatementPeriod(query),
        query,
        toPage(query, STATEMENT_PAGE_SIZE),
      ),
    );
  }
}
