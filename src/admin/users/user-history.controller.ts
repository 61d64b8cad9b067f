import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { toPage, SearchQuery } from '../../common/http/pagination.dto';
import { Authenticated } from '../../common/security/access.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import {
  toUserPayments,
  toUserPurchases,
  toUserWallet,
  UserPaymentsData,
  UserPurchasesData,
  UserWalletData,
} from './users.response';
import { UserHistoryService } from './user-history.service';

const PER_PAGE = 10;

/** What one user bought, paid and moved. */
@ApiTags('Admin users')
@Controller('admin/users/:id')
@Authenticated('admin')
@ApiErrors({ 404: 'No open account has this id.' })
export class UserHistoryController {
  constructor(private readonly history: UserHistoryService) {}

  /** Orders, newest first. Searches id, type, country by code or name, and status. */
  @Get('purchases')
  async adminUserPurchases(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: SearchQuery,
  ): Promise<UserPurchasesData> {
    return toUserPurchases(await this.history.purchases(id, query, toPage(query, PER_PAGE)));
  }

  /** Payments in and out of any status, newest first. Searches reference, type, method and status. */
  @Get('payments')
  async adminUserPayments(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: SearchQuery,
  ): Promise<UserPaymentsData> {
    return toUserPayments(await this.history.payments(id, query, toPage(query, PER_PAGE)));
  }

  /** Wallet transactions, newest first. Searches reference, description and direction. */
  @Get('wallet')
  async adminUserWallet(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: SearchQuery,
  ): Promise<UserWalletData> {
    return toUserWallet(await this.history.wallet(id, query, toPage(query, PER_PAGE)));
  }
}
