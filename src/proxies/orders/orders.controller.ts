import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import {
  Body,
  Controller,
  Post,
  Injectable,
  type PipeTransform,
  HttpCode,
  Param,
  Put,
} from '@nestjs/common';
import { ApiTags, ApiBody, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { DATACENTER_PRODUCT } from '../../catalog/catalog.types';
import { invalidFields } from '../../common/errors/domain-error';
import { validationPipe, ParseIdPipe } from '../../common/http/request.pipes';
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
  AddTrafficDto,
  AutoRenewDto,
  RenewalData,
  RenewProxyDto,
} from './orders.dto';
import { ProxyDetailData } from '../proxies.dto';
import { ProxiesService } from '../proxies.service';
import { AutoRenewalSettingsService } from '../renewal/auto-renewal-settings.service';

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

const CONFLICT =
  'PRICE_CHANGED: the total is not expected_total; `errors` has expected_total and actual_total. PROXY_EXPIRED, PROXY_SUSPENDED, ORDER_REFUNDED: the proxy cannot be extended.';
const PAID = {
  402: 'Insufficient wallet balance; `errors` has required_amount, current_balance and shortfall.',
  409: CONFLICT,
};

@ApiTags('Proxies')
@ApiErrors({
  404: 'You have no such proxy.',
  422: 'A field is missing, does not fit the kind of the proxy, or is not on sale.',
})
@Controller('user/proxies/:id')
export class RenewalsController {
  constructor(
    private readonly orders: OrderService,
    private readonly quotes: OrderQuoteService,
  ) {}

  /** The price of a renewal. Send `total` as `expected_total` with the renewal to pay exactly that. */
  @Post('renewal/quote')
  @HttpCode(200)
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiErrors({ 409: 'The proxy cannot be renewed; the code and the message say why.' })
  quoteRenewal(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RenewProxyDto,
  ): Promise<OrderQuoteData> {
    return this.quotes.quoteRenewal(actor, id, body);
  }

  /**
   * Renews a proxy in place, paid from the wallet. It keeps its credentials; the period is added to its end (to
   * now when it has expired), and the traffic of the package to what is left. A residential or mobile proxy can
   * be renewed until 30 days after its end, a datacenter proxy until its end.
   */
  @Post('renewal')
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors(PAID)
  @Idempotent(OrderService)
  @Envelope({ message: true })
  renewProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RenewProxyDto,
    @IdempotencyKey() key?: string,
  ): Promise<RenewalData> {
    return this.orders.extend(actor, id, 'renewal', body, key);
  }

  /** Adds traffic to a residential or mobile proxy that has not expired, paid from the wallet; its end stays. */
  @Post('traffic')
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors(PAID)
  @Idempotent(OrderService)
  @Envelope({ message: true })
  addTraffic(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: AddTrafficDto,
    @IdempotencyKey() key?: string,
  ): Promise<RenewalData> {
    return this.orders.extend(actor, id, 'traffic', body, key);
  }
}

@ApiTags('Proxies')
@Controller('user/proxies/:id/auto-renew')
export class AutoRenewalController {
  constructor(
    private readonly settings: AutoRenewalSettingsService,
    private readonly proxies: ProxiesService,
  ) {}

  /**
   * Switches automatic renewal of a proxy, and automatic purchases of its traffic, on or off. The wallet is charged once
   * before each end, at the price of that day: 24 hours before it, or at once when it is nearer. If that fails it is tried
   * again 12 and 2 hours before the end, and after a credit to the wallet; the third failure switches it off. You get a
   * mail of each outcome.
   *
   * With `top_up_below_gb`, traffic is bought for a residential or mobile proxy as soon as less is left, at the price of that
   * moment and within `monthly_limit`. What is refused is tried again every five minutes, and mailed once.
   */
  @Put()
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors({
    403: 'KEY_HAS_DAILY_LIMIT: an API key with a daily limit cannot switch it on.',
    404: 'You have no such proxy.',
    409: 'PROXY_EXPIRED, PROXY_SUSPENDED, ORDER_REFUNDED, ADDRESS_ENDS: the proxy cannot be renewed automatically.',
    422: 'A field is missing, does not fit the kind of the proxy, or is not on sale.',
  })
  @Envelope({ message: true })
  async setAutoRenew(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: AutoRenewDto,
  ): Promise<ProxyDetailData> {
    await this.settings.change(actor, id, body);
    return this.proxies.getDetail(
      actor,
      id,
      body.enabled ? 'Automatic renewal is on.' : 'Automatic renewal is off.',
    );
  }
}
