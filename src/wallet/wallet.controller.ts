import { Controller, Get, Param, ParseIntPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../common/http/api.decorators';
import type { Actor } from '../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../common/security/access.decorators';
import { TransactionReceiptService } from './statement/receipt.service';
import { StatementExportService } from './statement/statement-export.service';
import { StatementService } from './statement/statement.service';
import { WalletStatsService } from './statement/wallet-stats.service';
import {
  BalanceData,
  PaymentStatsData,
  RecentQuery,
  RecentTransactionsData,
  StatementExportQuery,
  StatementQuery,
  StatsQuery,
  toBalance,
  toSpendingLimits,
  TransactionListData,
  WalletData,
} from './wallet.dto';
import { WalletService } from './wallet.service';

const RECENT_LIMIT = 6;

@ApiTags('Wallet')
@Controller('wallet')
export class WalletController {
  constructor(
    private readonly wallet: WalletService,
    private readonly stats: WalletStatsService,
  ) {}

  /** The wallet balance with the statistics of the current month, and what is left of your limits as a member of a team. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  async getWallet(@CurrentActor() actor: Actor): Promise<WalletData> {
    const stats = await this.stats.getStats(actor.userId);
    return {
      ...toBalance(await this.wallet.getBalance(actor.userId)),
      owed: (await this.wallet.getReceivableBalance(actor.userId)).toNairaCeil(),
      this_month: stats.this_month_spending,
      total_top_ups: stats.total_top_ups,
      average_monthly: stats.average_monthly_spending,
      spending_limits: toSpendingLimits(await this.wallet.getMemberSpending(actor)),
    };
  }

  /** The wallet balance only. */
  @Get('balance')
  @Authenticated()
  @AllowApiKey('read')
  async getWalletBalance(@CurrentActor() actor: Actor): Promise<BalanceData> {
    return toBalance(await this.wallet.getBalance(actor.userId));
  }
}

/** Wallet data under /payments, as the HTTP contract requires. */
@ApiTags('Payments')
@Controller('payments')
export class PaymentTransactionsController {
  constructor(
    private readonly statement: StatementService,
    private readonly exports: StatementExportService,
    private readonly stats: WalletStatsService,
    private readonly receipts: TransactionReceiptService,
  ) {}

  /** Spending, top-ups and success rate. */
  @Get('stats')
  @Authenticated()
  @AllowApiKey('read')
  paymentStats(
    @CurrentActor() actor: Actor,
    @Query() { month, year }: StatsQuery,
  ): Promise<PaymentStatsData> {
    return this.stats.getStats(actor.userId, month, year);
  }

  /** The newest transactions. */
  @Get('transactions/recent')
  @Authenticated()
  @AllowApiKey('read')
  async recentTransactions(
    @CurrentActor() actor: Actor,
    @Query() { limit = RECENT_LIMIT }: RecentQuery,
  ): Promise<RecentTransactionsData> {
    return { transactions: await this.statement.findRecent(actor, limit) };
  }

  /**
   * All transactions, newest first, paginated, with the balances of the period from `from` to `to`. A transaction
   * that moved money belongs to the day on which it did, any other to the day on which it was created.
   */
  @Get('transactions')
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A filter is invalid, or `to` is before `from`.' })
  listTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: StatementQuery,
  ): Promise<TransactionListData> {
    return this.statement.list(actor, query);
  }

  /**
   * All transactions of a date range, oldest first, as a CSV file. Its first row is the opening balance, its last the
   * closing balance, both in the column `Balance after`; between them, successful and refunded transactions add up to
   * the difference, to the kobo. A transaction that moved money is listed on the day on which it did.
   */
  @Get('statement')
  @Authenticated()
  @AllowApiKey('read')
  @ApiFile('A file named `statement-{from}-{to}.csv`.', 'text/csv')
  @ApiErrors({
    422: 'A date is missing or invalid, or `to` is before `from`, or `from` is in an archived month.',
  })
  async paymentStatement(
    @CurrentActor() actor: Actor,
    @Query() { from, to }: StatementExportQuery,
  ) {
    return toDownload(await this.exports.export(actor, from, to));
  }

  /** The receipt of one of your completed top-ups, purchases or refunds, as PDF. */
  @Get('transactions/:id/receipt')
  @Authenticated()
  @AllowApiKey('read')
  @ApiFile('A file named `receipt-{reference}.pdf`.', 'application/pdf')
  @ApiErrors({ 404: 'RECEIPT_NOT_FOUND: unknown, not completed, or of another type.' })
  async transactionReceipt(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number) {
    return toDownload(await this.receipts.generate(actor, id));
  }
}

@ApiTags('Payments')
@Controller('transactions')
export class TransactionsController {
  constructor(private readonly statement: StatementService) {}

  /** Alias of `GET /payments/transactions`. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A filter is invalid, or `to` is before `from`.' })
  transactions(
    @CurrentActor() actor: Actor,
    @Query() query: StatementQuery,
  ): Promise<TransactionListData> {
    return this.statement.list(actor, query);
  }
}
