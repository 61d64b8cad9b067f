import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { RecentQuery, StatementQuery, StatsQuery } from './dto/statement.query.dto';
import {
  RecentTransactionsResponse,
  toRecentTransactions,
  toTransactionList,
  TransactionListResponse,
} from './dto/transaction.response';
import { PaymentStatsResponse, toPaymentStatsResponse } from '../dto/wallet.response';
import { StatementService } from './statement.service';
import { WalletStatsService } from '../stats/wallet-stats.service';

const PER_PAGE = 15;
const RECENT = 6;

/** The statement stands under /payments by contract; its data is the wallet's. */
@ApiTags('Payments')
@Controller()
export class StatementController {
  constructor(
    private readonly statement: StatementService,
    private readonly stats: WalletStatsService,
  ) {}

  /** The newest transactions. */
  @Get('payments/transactions/recent')
  @Authenticated()
  async recentTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: RecentQuery,
  ): Promise<RecentTransactionsResponse> {
    return toRecentTransactions(await this.statement.findRecent(actor, query.limit ?? RECENT));
  }

  /** All transactions, newest first, page by page. */
  @Get('payments/transactions')
  @Authenticated()
  async listTransactions(
    @CurrentActor() actor: Actor,
    @Query() query: StatementQuery,
  ): Promise<TransactionListResponse> {
    return toTransactionList(await this.statement.list(actor, query, toPage(query, PER_PAGE)));
  }

  /** The same list under its short address. */
  @Get('transactions')
  @Authenticated()
  async transactions(
    @CurrentActor() actor: Actor,
    @Query() query: StatementQuery,
  ): Promise<TransactionListResponse> {
    return this.listTransactions(actor, query);
  }

  /** Spending, top-ups and success rate. */
  @Get('payments/stats')
  @Authenticated()
  async paymentStats(
    @CurrentActor() actor: Actor,
    @Query() query: StatsQuery,
  ): Promise<PaymentStatsResponse> {
    return toPaymentStatsResponse(await this.stats.getStats(actor.userId, query.month, query.year));
  }
}
