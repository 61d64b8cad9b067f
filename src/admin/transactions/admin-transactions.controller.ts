import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { canViewMoney } from '../permissions';
import { AdminTransactionsService } from './admin-transactions.service';
import {
  AdminTransactionListResponse,
  toAdminTransactionList,
} from './dto/admin-transaction.response';
import { ListTransactionsQuery } from './dto/list-transactions.query.dto';

const PER_PAGE = 10;

@ApiTags('Admin transactions')
@Controller('admin/transactions')
export class AdminTransactionsController {
  constructor(private readonly transactions: AdminTransactionsService) {}

  /** Transactions of all wallets, newest first. */
  @Get('all')
  @Authenticated('admin', 'sub-admin')
  async adminListTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: ListTransactionsQuery,
  ): Promise<AdminTransactionListResponse> {
    const [transactions, statistics] = await this.transactions.list(
      actor,
      query,
      toPage(query, PER_PAGE),
      query.exact_total,
    );
    return toAdminTransactionList(transactions, statistics, canViewMoney(actor));
  }
}
