import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { toPage } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey } from '../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { StatementQuery } from './dto/statement.query.dto';
import { toTransactionList, TransactionListResponse } from './dto/transaction.response';
import { toStatementPeriod } from './statement-period';
import { STATEMENT_PAGE_SIZE, StatementService } from './statement.service';

@ApiTags('Payments')
@Controller('transactions')
export class TransactionsController {
  constructor(private readonly statement: StatementService) {}

  /** Alias of `GET /payments/transactions`. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A filter is invalid, or `to` is before `from`.' })
  async transactions(
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
