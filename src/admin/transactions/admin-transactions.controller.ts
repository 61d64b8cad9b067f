import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import { toPage } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { canViewMoney } from '../permissions';
import { AdminTransactionsService } from './admin-transactions.service';
import {
  AdminTransactionListData,
  toAdminTransactionList,
  ListTransactionsQuery,
} from './transactions.dto';

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
  ): Promise<AdminTransactionListData> {
    const [transactions, statistics] = await this.transactions.list(
      actor,
      query,
      toPage(query, PER_PAGE),
      query.exact_total,
    );
    return toAdminTransactionList(transactions, statistics, canViewMoney(actor));
  }

  /** The receipt of a customer's completed top-up, purchase or refund, as PDF. */
  @Get(':id/receipt')
  @Authenticated('admin')
  @ApiFile('A file named `receipt-{reference}.pdf`.', 'application/pdf')
  @ApiErrors({ 404: 'RECEIPT_NOT_FOUND: unknown, not completed, or of another type.' })
  async adminTransactionReceipt(@Param('id', ParseIdPipe) id: number): Promise<StreamableFile> {
    return toDownload(await this.transactions.generateReceipt(id));
  }
}
