import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { toPage } from '../../common/http/pagination';
import { ParseIdPipe } from '../../common/http/parse-id.pipe';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import type { ReceiptFile } from '../../wallet/receipts/receipt.types';
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

  /** The receipt of a customer's completed top-up, purchase or refund, as PDF. */
  @Get(':id/receipt')
  @Authenticated('admin')
  @ApiOkResponse({
    description: 'A file named `receipt-{reference}.pdf`.',
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
  })
  @ApiErrors({ 404: 'RECEIPT_NOT_FOUND: unknown, not completed, or of another type.' })
  async adminTransactionReceipt(@Param('id', ParseIdPipe) id: number): Promise<StreamableFile> {
    return toPdfFile(await this.transactions.generateReceipt(id));
  }
}

const toPdfFile = ({ name, content }: ReceiptFile): StreamableFile =>
  new StreamableFile(content, {
    type: 'application/pdf',
    disposition: `attachment; filename="${name}"`,
    length: content.length,
  });
