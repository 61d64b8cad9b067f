import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { Clock } from '../../common/time/clock';
import { toExpectedTotal, OrderQuoteData, toOrderQuoteResponse } from '../orders/orders.dto';
import { OrderService } from '../orders/order.service';
import {
  AddTrafficDto,
  RenewProxyDto,
  toExtensionWish,
  RenewalData,
  toRenewalResponse,
} from './renewal.dto';

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
    private readonly clock: Clock,
  ) {}

  /** The price of a renewal. Send `total` as `expected_total` with the renewal to pay exactly that. */
  @Post('renewal/quote')
  @HttpCode(200)
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiErrors({ 409: 'The proxy cannot be renewed; the code and the message say why.' })
  async quoteRenewal(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RenewProxyDto,
  ): Promise<OrderQuoteData> {
    return toOrderQuoteResponse(
      await this.orders.quoteExtension(actor, id, 'renewal', toExtensionWish(body)),
      this.clock.now(),
    );
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
  async renewProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RenewProxyDto,
    @IdempotencyKey() key?: string,
  ): Promise<RenewalData> {
    return toRenewalResponse(
      await this.orders.extend(
        actor,
        id,
        'renewal',
        toExtensionWish(body),
        key,
        toExpectedTotal(body),
      ),
      this.clock.now(),
    );
  }

  /** Adds traffic to a residential or mobile proxy that has not expired, paid from the wallet; its end stays. */
  @Post('traffic')
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors(PAID)
  @Idempotent(OrderService)
  @Envelope({ message: true })
  async addTraffic(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: AddTrafficDto,
    @IdempotencyKey() key?: string,
  ): Promise<RenewalData> {
    return toRenewalResponse(
      await this.orders.extend(
        actor,
        id,
        'traffic',
        { gigabytes: body.gigabytes },
        key,
        toExpectedTotal(body),
      ),
      this.clock.now(),
    );
  }
}
