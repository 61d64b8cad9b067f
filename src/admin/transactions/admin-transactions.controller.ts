import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { AdminTransactionsService } from './admin-transactions.service';
import { SHEET_TYPES } from '../exports/sheet-file';
import {
  AdminTransactionListData,
  ExportTransactionsDto,
  ListTransactionsQuery,
} from './transactions.dto';

@ApiTags('Admin transactions')
@Controller('admin/transactions')
export class AdminTransactionsController {
  constructor(private readonly transactions: AdminTransactionsService) {}

  /** Transactions of all wallets, newest first. */
  @Get('all')
  @StaffOnly('transactions.read')
  adminListTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: ListTransactionsQuery,
  ): Promise<AdminTransactionListData> {
    return this.transactions.list(actor, query);
  }

  /** All transactions that match, as a file named `transactions-{date}.csv` or `.xlsx`. The export itself is audited. */
  @Post('all/export')
  @HttpCode(200)
  @StaffOnly('lists.export')
  @ApiErrors({ 422: 'A filter is invalid, or a workbook would have more than a million rows.' })
  @ApiFile('The file.', 'text/csv', SHEET_TYPES.xlsx)
  async adminExportTransactions(
    @CurrentActor() actor: Actor,
    @Body() body: ExportTransactionsDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.transactions.export(actor, body));
  }

  /** The receipt of a customer's completed top-up, purchase or refund, as PDF. */
  @Get(':id/receipt')
  @StaffOnly('money.read')
  @ApiFile('A file named `receipt-{reference}.pdf`.', 'application/pdf')
  @ApiErrors({ 404: 'RECEIPT_NOT_FOUND: unknown, not completed, or of another type.' })
  async adminTransactionReceipt(@Param('id', ParseIdPipe) id: number): Promise<StreamableFile> {
    return toDownload(await this.transactions.generateReceipt(id));
  }
}
