import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, Idempotent, IdempotencyKey } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import { PageQuery } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { toDollars, toMicros } from '../../common/money/usd';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { ProviderStockService } from '../providers/provider-stock.service';
import {
  CreatePurchaseDto,
  OffersData,
  OneSupplyPurchaseData,
  ProlongUnitDto,
  QuoteProlongationDto,
  QuotePurchaseDto,
  RequestReplacementDto,
  SupplyPurchasesData,
  SupplyQuoteData,
  withOutcome,
} from './purchase.dto';
import { PurchasesService } from './purchases.service';

const REFUSED = '`PROVIDER_REFUSED`: it refused or did not answer. Nothing was bought.';
const CONFLICTS =
  '`PRICE_CHANGED`, `BUDGET_EXCEEDED`, `PURCHASE_PENDING`: another one has no known outcome, `PROVIDER_DISABLED`, `PROVIDER_CANNOT`. Nothing was bought.';

@ApiTags('Admin supply')
@Controller('admin/supply')
export class PurchasesController {
  constructor(
    private readonly purchases: PurchasesService,
    private readonly stock: ProviderStockService,
  ) {}

  /** The countries and periods that the provider sells, as it says now. */
  @Get('providers/:id/offers')
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`PROVIDER_NOT_FOUND`: it was removed.',
    409: '`PROVIDER_CANNOT`: its API sells no addresses.',
    502: REFUSED,
  })
  adminListOffers(@Param('id', ParseIdPipe) id: number): Promise<OffersData> {
    return this.purchases.offers(id);
  }

  /** What a purchase would cost now. Nothing is bought. */
  @Post('providers/:id/quote')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`PROVIDER_NOT_FOUND`: it was removed.',
    409: '`PROVIDER_CANNOT`: its API sells no addresses.',
    422: 'A field is invalid.',
    502: REFUSED,
  })
  async adminQuotePurchase(
    @Param('id', ParseIdPipe) id: number,
    @Body() order: QuotePurchaseDto,
  ): Promise<SupplyQuoteData> {
    return { total_usd: toDollars(await this.purchases.quote(id, order)) };
  }

  /** What was bought and prolonged through an account, the newest first. */
  @Get('providers/:id/purchases')
  @StaffOnly('supply.manage')
  adminListPurchases(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: PageQuery,
  ): Promise<SupplyPurchasesData> {
    return this.purchases.list(id, query);
  }

  /**
   * Buys addresses for stock at the price of the quote. The answer tells the state of the purchase: what the provider did
   * not answer is `unknown`, is looked for in its list, and is never sent again.
   */
  @Post('providers/:id/purchases')
  @StaffOnly('supply.manage')
  @Idempotent()
  @ApiErrors({
    404: '`PROVIDER_NOT_FOUND`: it was removed.',
    409: CONFLICTS,
    422: 'A field is invalid.',
    502: REFUSED,
  })
  @Envelope({ message: true })
  async adminBuyStock(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { country, quantity, period, expected_total_usd: total }: CreatePurchaseDto,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<OneSupplyPurchaseData> {
    const consent = { expectedMicros: toMicros(total), idempotencyKey };
    return withOutcome(await this.purchases.buy(actor, id, { country, quantity, period }, consent));
  }

  /** Looks for a purchase in the account's list now. */
  @Post('purchases/:id/check')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`PURCHASE_NOT_FOUND`.', 502: '`PROVIDER_REFUSED`: its list cannot be read.' })
  @Envelope({ message: true })
  async adminCheckPurchase(@Param('id', ParseIdPipe) id: number): Promise<OneSupplyPurchaseData> {
    return withOutcome(await this.purchases.check(id));
  }

  /** Decides that a purchase of unknown outcome was not made, when no listing has shown it for six hours. */
  @Post('purchases/:id/not-bought')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`PURCHASE_NOT_FOUND`.',
    409: '`PURCHASE_NOT_DECIDABLE`: its outcome is known, or it has not been watched for six hours.',
  })
  @Envelope({ message: true })
  async adminDecideNotBought(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<OneSupplyPurchaseData> {
    return withOutcome(await this.purchases.decideNotBought(actor, id));
  }

  /** What a longer time of a unit would cost now. Nothing is bought. */
  @Post('stock/:id/prolong/quote')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`UNIT_NOT_FOUND`: no bought unit has this id.',
    409: '`UNIT_WITHOUT_PROVIDER`: it was not bought through an API. `PROVIDER_CANNOT`.',
    422: 'A field is invalid.',
    502: REFUSED,
  })
  async adminQuoteProlongation(
    @Param('id', ParseIdPipe) id: number,
    @Body() { period }: QuoteProlongationDto,
  ): Promise<SupplyQuoteData> {
    return { total_usd: toDollars(await this.purchases.quoteProlongation(id, period)) };
  }

  /** Prolongs a unit at its provider, sold or not, at the price of the quote. */
  @Post('stock/:id/prolong')
  @StaffOnly('supply.manage')
  @Idempotent()
  @ApiErrors({
    404: '`UNIT_NOT_FOUND`: no bought unit has this id.',
    409: `${CONFLICTS} \`UNIT_WITHOUT_PROVIDER\`.`,
    422: 'A field is invalid.',
    502: REFUSED,
  })
  @Envelope({ message: true })
  async adminProlongUnit(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { period, expected_total_usd: total }: ProlongUnitDto,
    @IdempotencyKey() idempotencyKey: string | undefined,
  ): Promise<OneSupplyPurchaseData> {
    const consent = { expectedMicros: toMicros(total), idempotencyKey };
    return withOutcome(await this.purchases.prolong(actor, id, period, consent));
  }

  /** Asks the provider for another address; the next synchronization brings it. */
  @Post('stock/:id/request-replacement')
  @HttpCode(200)
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`UNIT_NOT_FOUND`: no bought unit has this id.',
    409: '`UNIT_WITHOUT_PROVIDER`. `PROVIDER_CANNOT`: it does not list the address any more.',
    422: 'A field is invalid.',
    502: '`PROVIDER_REFUSED`: it refused or did not answer.',
  })
  async adminRequestReplacement(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: RequestReplacementDto,
  ): Promise<MessageResponse> {
    await this.stock.requestReplacement(actor, id, reason);
    return message('The provider is asked for another address.');
  }
}
