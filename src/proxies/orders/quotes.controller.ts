import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { Clock } from '../../common/time/clock';
import { BuyDatacenterDto, toDatacenterPurchase } from './dto/buy-datacenter.dto';
import { BuyProxiesDto, toPoolPurchase } from './dto/buy-proxies.dto';
import { OrderQuoteResponse, toOrderQuoteResponse } from './dto/order-quote.response';
import { PurchaseBodyPipe, type PurchaseBody } from './dto/purchase-body.pipe';
import { OrderQuoteService } from './order-quote.service';

@ApiTags('Proxies')
@ApiExtraModels(BuyProxiesDto, BuyDatacenterDto)
@Controller('pricing')
export class QuotesController {
  constructor(
    private readonly quotes: OrderQuoteService,
    private readonly clock: Clock,
  ) {}

  /**
   * The price of an order, which takes the body of either purchase call. Nothing is bought or reserved, and
   * the stock is not checked. Send `total` as `expected_total` with the purchase to pay exactly that.
   */
  @Post('quote')
  @HttpCode(200)
  @Authenticated()
  @ApiBody({
    schema: {
      oneOf: [{ $ref: getSchemaPath(BuyProxiesDto) }, { $ref: getSchemaPath(BuyDatacenterDto) }],
    },
  })
  @ApiErrors({ 422: 'A field is missing or refers to something that is not on sale.' })
  async quoteOrder(@Body(PurchaseBodyPipe) body: PurchaseBody): Promise<OrderQuoteResponse> {
    const quote =
      body.proxy_type === 'individual_ipv4'
        ? await this.quotes.quoteDatacenter(toDatacenterPurchase(body))
        : await this.quotes.quotePool(toPoolPurchase(body));
    return toOrderQuoteResponse(quote, this.clock.now());
  }
}
