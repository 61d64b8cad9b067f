import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { OrderQuoteService } from '../orders/order-quote.service';
import { OrderService } from '../orders/order.service';
import {
  AddTrafficDto,
  AutoRenewDto,
  OrderQuoteData,
  RenewalData,
  RenewProxyDto,
} from '../orders/orders.dto';
import { ProxyDetailData } from '../proxies.dto';
import { ProxiesService } from '../proxies.service';
import { AutoRenewalSettingsService } from './auto-renewal-settings.service';

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
   * Switches automatic renewal of a proxy on or off. The wallet is charged once before each end, at the price of that
   * day: 24 hours before it, or at once when it is nearer. If that fails it is tried again 12 and 2 hours before the
   * end, and after a credit to the wallet; the third failure switches it off. You get a mail of each outcome.
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
    await (body.enabled ? this.settings.enable(actor, id, body) : this.settings.disable(actor, id));
    return this.proxies.getDetail(
      actor,
      id,
      body.enabled ? 'Automatic renewal is on.' : 'Automatic renewal is off.',
    );
  }
}
