import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, Post, Injectable, type PipeTransform, HttpCode } from '@nestjs/common';
import { ApiTags, ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { DATACENTER_PRODUCT } from '../../catalog/catalog.types';
import { invalidFields } from '../../common/errors/domain-error';
import { validationPipe } from '../../common/http/request.pipes';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { POOL_PROXY_TYPES } from '../proxy.types';
import { OrderQuoteService } from './order-quote.service';
import { OrderService } from './order.service';
import {
  BuyDatacenterDto,
  BuyProxiesDto,
  ExtensionQuoteDto,
  OrderQuoteData,
  PurchaseData,
  type PurchaseBody,
} from './orders.dto';

@ApiTags('Proxies')
@ApiErrors({
  402: 'Insufficient wallet balance; `errors` has required_amount, current_balance and shortfall.',
  422: 'A field is missing or refers to something that is not on sale.',
})
@Controller('proxies')
export class PurchasesController {
  constructor(private readonly orders: OrderService) {}

  /** Buys a traffic package of residential or mobile proxies, paid from the wallet. */
  @Post('buy')
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors({
    409: 'PRICE_CHANGED: the total is not expected_total; `errors` has expected_total and actual_total.',
  })
  @Idempotent(OrderService)
  @Envelope({ message: true })
  buyProxies(
    @CurrentActor() actor: Actor,
    @Body() body: BuyProxiesDto,
    @IdempotencyKey() key?: string,
  ): Promise<PurchaseData> {
    return this.orders.buyPool(actor, body, key);
  }

  /** Buys dedicated datacenter addresses for a period, paid from the wallet. */
  @Post('buy-datacenter')
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors({
    409: 'PRICE_CHANGED: see `POST /proxies/buy`. OUT_OF_STOCK: fewer addresses are available than requested; `errors.available` has their number.',
  })
  @Idempotent(OrderService)
  @Envelope({ message: true })
  buyDatacenter(
    @CurrentActor() actor: Actor,
    @Body() body: BuyDatacenterDto,
    @IdempotencyKey() key?: string,
  ): Promise<PurchaseData> {
    return this.orders.buyDatacenter(actor, body, key);
  }
}

const POOL_TYPES: readonly unknown[] = POOL_PROXY_TYPES;
const findDto = (type: unknown) => {
  if (type === DATACENTER_PRODUCT) return BuyDatacenterDto;
  return POOL_TYPES.includes(type) ? BuyProxiesDto : null;
};

/** Validates a body as the purchase call of its `proxy_type` does. */
@Injectable()
export class PurchaseBodyPipe implements PipeTransform<unknown, Promise<PurchaseBody>> {
  private readonly pipe = validationPipe();

  async transform(body: unknown): Promise<PurchaseBody> {
    const fields = body as { proxy_type?: unknown; proxy_id?: unknown } | null;
    const metatype =
      fields?.proxy_id === undefined ? findDto(fields?.proxy_type) : ExtensionQuoteDto;
    if (!metatype)
      throw invalidFields({
        proxy_type: [
          `proxy_type must be one of ${[DATACENTER_PRODUCT, ...POOL_PROXY_TYPES].join(', ')}.`,
        ],
      });
    return (await this.pipe.transform(body, { type: 'body', metatype })) as PurchaseBody;
  }
}

@ApiTags('Proxies')
@ApiExtraModels(BuyProxiesDto, BuyDatacenterDto, ExtensionQuoteDto)
@Controller('pricing')
export class QuotesController {
  constructor(private readonly quotes: OrderQuoteService) {}

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
  quoteOrder(
    @CurrentActor() actor: Actor,
    @Body(PurchaseBodyPipe) body: PurchaseBody,
  ): Promise<OrderQuoteData> {
    return this.quotes.quoteOrder(actor, body);
  }
}
