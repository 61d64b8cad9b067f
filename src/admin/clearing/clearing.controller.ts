import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { PageQuery } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { PayoutImportService } from '../../payments/payouts/payout-import.service';
import { ClearingService } from './clearing.service';
import {
  SYSTEM_ACCOUNT_CODES,
  ImportPayoutFileDto,
  ListPayoutItemsQuery,
  ClearingComparisonData,
  ClearingMonthsData,
  ClearingData,
  PayoutFileData,
  PayoutItemListData,
  PayoutListData,
  toPayoutFile,
} from './clearing.dto';

@ApiTags('Admin clearing')
@Controller('admin/clearing')
export class ClearingController {
  constructor(
    private readonly clearing: ClearingService,
    private readonly files: PayoutImportService,
  ) {}

  /** Balances of the shop's own accounts, and the state of the imports of payouts. */
  @Get()
  @StaffOnly('clearing.manage')
  getClearing(): Promise<ClearingData> {
    return this.clearing.getOverview();
  }

  /** What the card provider owes by the ledger and by its own balance. Asks the provider, up to 20 seconds. */
  @Get('comparison')
  @StaffOnly('clearing.manage')
  compareClearing(): Promise<ClearingComparisonData> {
    return this.clearing.compare();
  }

  /** Movements of one of the shop's accounts by month, the latest 24 with a movement, newest first. */
  @Get('accounts/:code')
  @StaffOnly('clearing.manage')
  @ApiParam({ name: 'code', enum: SYSTEM_ACCOUNT_CODES, enumName: 'SystemAccountCode' })
  @ApiErrors({ 404: 'The shop has no such account.' })
  listAccountMonths(@Param('code') code: string): Promise<ClearingMonthsData> {
    return this.clearing.listMonths(code);
  }

  /** Payouts of the card provider, newest first. */
  @Get('payouts')
  @StaffOnly('clearing.manage')
  listPayouts(@Query() query: PageQuery): Promise<PayoutListData> {
    return this.clearing.listPayouts(query);
  }

  /** Items of payouts with their matches. */
  @Get('items')
  @StaffOnly('clearing.manage')
  listPayoutItems(@Query() query: ListPayoutItemsQuery): Promise<PayoutItemListData> {
    return this.clearing.listItems(query);
  }

  /**
   * Imports payouts from a file of the card provider's dashboard. A payout is posted once, also when it was
   * imported before; one with an unreadable line is left out.
   */
  @Post('import-file')
  @HttpCode(200)
  @StaffOnly('clearing.manage')
  @ApiErrors({ 422: 'The file is missing, empty or too large.' })
  @Envelope({ message: true })
  async importPayoutFile(
    @CurrentActor() actor: Actor,
    @Body() { content }: ImportPayoutFileDto,
  ): Promise<PayoutFileData> {
    return toPayoutFile(await this.files.importFile(actor, content));
  }
}
