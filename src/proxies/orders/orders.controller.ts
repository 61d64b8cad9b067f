import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, Post, Injectable, type PipeTransform, HttpCode } from '@nestjs/common';
import { ApiTags, ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { Clock } from '../../common/time/clock';
import {
  BuyDatacenterDto,
  toDatacenterPurchase,
  BuyProxiesDto,
  toPoolPurchase,
  toExpectedTotal,
  PurchaseData,
  toPurchaseResponse,
  OrderQuoteData,
  toOrderQuoteResponse,
  type PricedOrder,
} from './orders.dto';
import { OrderService } from './order.service';
import { DATACENTER_PRODUCT } from '../../catalog/catalog.types';
import { invalidFields } from '../../common/errors/domain-error';
import { validationPipe } from '../../common/http/request.pipes';
import { POOL_PROXY_TYPES } from '../proxy.types';
import { ExtensionQuoteDto } from '../renewal/renewal.dto';
import { OrderQuoteService } from './order-quote.service';

@ApiTags('Proxies')
@ApiErrors({
  402: 'Insufficient wallet balance; `errors` has required_amount, current_balance and shortfall.',
  422: 'A field is missing or refers to something that is not on sale.',
})
@Controller('proxies')
export class PurchasesController {
  constructor(
    private readonly orders: OrderService,
    private readonly clock: Clock,
  ) {}

  /** Buys a traffic package of residential or mobile proxies, paid from the wallet. */
  @Post('buy')
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors({
    409: 'PRICE_CHANGED: the total is not expected_total; `errors` has expected_total and actual_total.',
  })
  @Idempotent(OrderService)
  @Envelope({ message: true })
  async buyProxies(
    @CurrentActor() actor: Actor,
    @Body() body: BuyProxiesDto,
    @IdempotencyKey() key?: string,
  ): Promise<PurchaseData> {
    return toPurchaseResponse(
      await this.orders.buyPool(actor, toPoolPurchase(body), key, toExpectedTotal(body)),
      this.clock.now(),
    );
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
  async buyDatacenter(
    @CurrentActor() actor: Actor,
    @Body() body: BuyDatacenterDto,
    @IdempotencyKey() key?: string,
  ): Promise<PurchaseData> {
    return toPurchaseResponse(
      await this.orders.buyDatacenter(
        actor,
        toDatacenterPurchase(body),
        key,
        toExpectedTotal(body),
      ),
      this.clock.now(),
    );
  }
}

/** The body of either purchase call, by its `proxy_type`, or of the extension of the proxy `proxy_id`. */
export type PurchaseBody = BuyDatacenterDto | BuyProxiesDto | ExtensionQuoteDto;

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
      return this.orders.quoteExtension(actor, body.proxy_id, body.order ?? 'renewal', body);
    return body.proxy_type === 'individual_ipv4'
      ? this.quotes.quoteDatacenter(toDatacenterPurchase(body), actor.userId)
      : this.quotes.quotePool(toPoolPurchase(body), actor.userId);
  }
}
