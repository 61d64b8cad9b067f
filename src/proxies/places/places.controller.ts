import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { OrderService } from '../orders/order.service';
import { RenewalData } from '../orders/orders.dto';
import { BuyPlaceDto, PlaceQuoteDto, PlaceQuoteData } from './places.dto';
import { PlaceService } from './place.service';

@ApiTags('Proxies')
@ApiErrors({
  404: 'You have no such proxy.',
  422: 'A field is missing, or the place is not on sale.',
})
@Controller('user/proxies/:id')
export class PlacesController {
  constructor(private readonly places: PlaceService) {}

  /**
   * What moving a residential or mobile proxy to a place costs.
   *
   * That is the price of its unused traffic there, less what is paid for it. Send `difference` as `expected_total` with
   * the purchase to pay exactly that.
   */
  @Post('place/quote')
  @HttpCode(200)
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiErrors({
    409: 'PROXY_EXPIRED, PROXY_SUSPENDED, ORDER_REFUNDED: the proxy is not in service.',
  })
  quotePlace(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: PlaceQuoteDto,
  ): Promise<PlaceQuoteData> {
    return this.places.quote(actor, id, body);
  }

  /**
   * Pays the difference from the wallet and moves the proxy there. All its traffic may then leave in every place
   * that costs no more, besides those it could before.
   */
  @Post('place')
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors({
    402: 'Insufficient wallet balance; `errors` has required_amount, current_balance and shortfall.',
    409: 'PRICE_CHANGED: the difference is not expected_total; `errors` has expected_total and actual_total. PLACE_INCLUDED: the place costs no more. PROXY_EXPIRED, PROXY_SUSPENDED, ORDER_REFUNDED: the proxy is not in service.',
  })
  @Idempotent(OrderService)
  @Envelope({ message: true })
  buyPlace(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: BuyPlaceDto,
    @IdempotencyKey() key?: string,
  ): Promise<RenewalData> {
    return this.places.buy(actor, id, body, key);
  }
}
