import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  ApiFile,
  Envelope,
  toDownload,
  withMessage,
} from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { PageQuery } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import {
  ChangePricesDto,
  ImportPricesDto,
  PreviewData,
  PreviewPricesDto,
  PriceDraftData,
  PriceHistoryData,
  PriceSavedData,
  PricesData,
} from './price-list.dto';
import { PriceListsService } from './price-lists.service';

@ApiTags('Admin prices')
@Controller('admin/prices')
export class PriceListsController {
  constructor(private readonly prices: PriceListsService) {}

  /** Prices in force, those that begin later, and each as customers see it. Sub-admins see no costs. */
  @Get()
  @StaffOnly('prices.read')
  adminGetPrices(@CurrentActor() actor: Actor): Promise<PricesData> {
    return this.prices.get(actor);
  }

  /** Replaces all prices at once in every process, or from a time on. */
  @Put()
  @StaffOnly('prices.manage')
  @ApiErrors({
    409: '`PRICES_CHANGED`: somebody changed them since. `PRICE_BELOW_COST`: confirm it; `errors` has the names.',
    422: 'A price is invalid or contradicts another one, or the time is not in the future.',
  })
  @Envelope({ message: true })
  async adminChangePrices(
    @CurrentActor() actor: Actor,
    @Body() body: ChangePricesDto,
  ): Promise<PriceSavedData> {
    const outcome = body.effective_at === undefined ? 'changed' : 'scheduled';
    return withMessage(await this.prices.change(actor, body), `The prices are ${outcome}.`);
  }

  /** Every price of a list as customers would see it, with cost and margin. Nothing is stored. */
  @Post('preview')
  @HttpCode(200)
  @StaffOnly('prices.manage')
  @ApiErrors({ 422: 'A price is invalid or contradicts another one.' })
  @Envelope({ name: 'PricePreview' })
  adminPreviewPrices(@Body() { prices }: PreviewPricesDto): Promise<PreviewData> {
    return this.prices.preview(prices);
  }

  /** Packages and periods in force as CSV, a row per price. */
  @Get('export')
  @StaffOnly('prices.manage')
  @ApiFile('A CSV file.', 'text/csv')
  async adminExportPrices() {
    return toDownload(await this.prices.export());
  }

  /** A list with the packages and periods of a CSV file, to look at. Nothing is stored. */
  @Post('import')
  @HttpCode(200)
  @StaffOnly('prices.manage')
  @ApiErrors({
    422: 'A row cannot be read; `errors.text` has a sentence for each of the first 20.',
  })
  adminReadPrices(@Body() body: ImportPricesDto): PriceDraftData {
    return this.prices.readCsv(body);
  }

  /** Every version of the prices, the newest first: who changed what, when and why. */
  @Get('history')
  @StaffOnly('prices.read')
  adminPriceHistory(
    @CurrentActor() actor: Actor,
    @Query() query: PageQuery,
  ): Promise<PriceHistoryData> {
    return this.prices.listHistory(actor, query);
  }

  /** Cancels prices before they begin. */
  @Delete('scheduled/:id')
  @StaffOnly('prices.manage')
  @ApiErrors({ 404: '`SCHEDULED_PRICES_NOT_FOUND`: they have begun or were cancelled.' })
  async adminCancelPrices(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.prices.cancel(actor, id);
    return message('The scheduled prices are cancelled.');
  }
}
