import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { Clock } from '../../common/time/clock';
import { BuyDatacenterDto, toDatacenterPurchase } from './dto/buy-datacenter.dto';
import { BuyProxiesDto, toPoolPurchase } from './dto/buy-proxies.dto';
import { OrderQuoteData, toOrderQuoteResponse, type PricedOrder } from './dto/order-quote.response';
import { PurchaseBodyPipe, type PurchaseBody } from './dto/purchase-body.pipe';
import { ExtensionQuoteDto, toExtensionWish } from '../renewal/dto/renewal.dto';
import { OrderService } from './order.service';
import { OrderQuoteService } from './order-quote.service';

@ApiTags('Proxies')
@ApiExtraModels(BuyProxiesDto, BuyDatacenterDto, ExtensionQuoteDto)
@Controller('pricing')
export class QuotesController {
  constructor(
    private readonly quotes: OrderQuoteService,
    private readonly orders: OrderService,
    private readonly clock: Clock,
  ) {}

  /**
   * The price of an order. Takes the body of either purchase call, or that of a renewal or of added traffic
   * with the `proxy_id`. Nothing is bought or reserved, and
   * the stock is not checked. Send `total` as `expected_total` with the purchase to pay exactly that.
   */
  @Post('quote')
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('read')
  @ApiBody({
    schema: {
      oneOf: [
        { $ref: getSchemaPath(BuyProxiesDto) },
        { $ref: getSchemaPath(BuyDatacenterDto) },
        { $ref: getSchemaPath(ExtensionQuoteDto) },
      ],
    },
  })
  @ApiErrors({
    404: 'You have no such proxy.',
    409: 'The proxy cannot be extended; the code and the message say why.',
    422: 'A field is missing or refers to something that is not on sale.',
  })
  async quoteOrder(
    @CurrentActor() actor: Actor,
    @Body(PurchaseBodyPipe) body: PurchaseBody,
  ): Promise<OrderQuoteData> {
    return toOrderQuoteResponse(await this.quote(actor, body), this.clock.now());
  }

  private quote(actor: Actor, body: PurchaseBody): Promise<PricedOrder> {
    if (body instanceof ExtensionQuoteDto)
      return this.orders.quoteExtension(
        actor,
        body.proxy_id,
        body.order ?? 'renewal',
        toExtensionWish(body),
      );
    return body.proxy_type === 'individual_ipv4'
      ? this.quotes.quoteDatacenter(toDatacenterPurchase(body), actor.userId)
      : this.quotes.quotePool(toPoolPurchase(body), actor.userId);
  }
}
