import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { PaymentCheckoutService } from './payment-checkout.service';
import {
  PaymentCheckoutData,
  toCancelledResponse,
  toPaymentCheckoutResponse,
} from './checkout.dto';

@ApiTags('Payments')
@Controller('payments')
export class PaymentCheckoutController {
  constructor(private readonly checkouts: PaymentCheckoutService) {}

  /** One of your top-ups: its status, and its checkout page while it can be paid. */
  @Get(':reference/checkout')
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  @ApiErrors({ 404: 'You have no such top-up.' })
  async getPaymentCheckout(
    @CurrentActor() actor: Actor,
    @Param('reference') reference: string,
  ): Promise<PaymentCheckoutData> {
    return toPaymentCheckoutResponse(await this.checkouts.find(actor, reference));
  }

  /**
   * Closes one of your pending top-ups on your statement. Repeating it changes nothing. The provider's
   * checkout page stays open: a payment made there afterwards is still credited, once.
   */
  @Post(':reference/cancel')
  @HttpCode(200)
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('wallet')
  @ApiErrors({
    404: 'You have no such top-up.',
    409: 'It is not pending any more, or the provider has reported money that staff are checking.',
  })
  @Envelope({ message: true })
  async cancelPayment(
    @CurrentActor() actor: Actor,
    @Param('reference') reference: string,
  ): Promise<PaymentCheckoutData> {
    return toCancelledResponse(await this.checkouts.cancel(actor, reference));
  }
}
