import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { ErrorResponse } from '../../common/http/envelope.response';
import { pageOf } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { RowIdPipe } from '../paging/row-id.pipe';
import { seesMoney } from '../withheld';
import { AdminTransactionsService } from './admin-transactions.service';
import {
  AdminTransactionListResponse,
  toAdminTransactionList,
} from './dto/admin-transaction.response';
import { ListTransactionsQuery } from './dto/list-transactions.query.dto';
import { RecheckedPaymentResponse, toRecheckedPayment } from './dto/rechecked-payment.response';

const PER_PAGE = 10;

@ApiTags('Admin transactions')
@Controller('admin')
export class AdminTransactionsController {
  constructor(private readonly transactions: AdminTransactionsService) {}

  /** Every line of every wallet, newest first. */
  @Get('transactions/all')
  @Authenticated('admin', 'sub-admin')
  async adminListTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: ListTransactionsQuery,
  ): Promise<AdminTransactionListResponse> {
    const [lines, figures] = await this.transactions.list(actor, query, pageOf(query, PER_PAGE));
    return toAdminTransactionList(lines, figures, seesMoney(actor));
  }

  /** Asks the card provider about a top-up now, and acts on the answer as the worker would. */
  @Post('payments/:id/verify')
  @HttpCode(200)
  @Authenticated('admin')
  @ApiNotFoundResponse({ type: ErrorResponse, description: 'No card payment has this id.' })
  async adminVerifyPayment(
    @CurrentActor() actor: Actor,
    @Param('id', RowIdPipe) id: number,
  ): Promise<RecheckedPaymentResponse> {
    return toRecheckedPayment(await this.transactions.recheck(actor, id));
  }
}
