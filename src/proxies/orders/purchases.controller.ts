import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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
} from './orders.dto';
import { OrderService } from './order.service';

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
