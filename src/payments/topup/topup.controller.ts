import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { Idempotent } from '../../common/http/idempotent.decorator';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { InitializeTopupDto } from './dto/initialize-topup.dto';
import {
  InitializeTopupResponse,
  toInitializeTopupResponse,
} from './dto/initialize-topup.response';
import { TopupService } from './topup.service';

@ApiTags('Payments')
@Controller('payments')
export class TopupController {
  constructor(private readonly topups: TopupService) {}

  /**
   * Starts a wallet top-up and answers the checkout page to send the browser to. Nothing is credited
   * until the provider itself confirms the payment; coming back from the checkout proves nothing.
   */
  @Post('initialize-topup')
  @HttpCode(200)
  @Authenticated('user')
  @Idempotent()
  @ApiErrors({
    409: 'The reference, or the Idempotency-Key with another body, was used before.',
    422: 'Amount out of bounds, bad reference, or a return address of another site.',
    502: 'The provider refused (PAYMENT_REFUSED) or did not answer (UPSTREAM_UNKNOWN). Nothing was charged.',
    503: 'Top-ups are switched off.',
  })
  async initializeTopup(
    @CurrentActor() actor: Actor,
    @Body() body: InitializeTopupDto,
  ): Promise<InitializeTopupResponse> {
    return toInitializeTopupResponse(
      await this.topups.initialize(actor, {
        amount: body.amount,
        reference: body.reference,
        callbackUrl: body.callback_url,
        metadata: body.metadata ?? {},
      }),
    );
  }
}
