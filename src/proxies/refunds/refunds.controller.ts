import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { OwnRefundService } from './own-refund.service';
import { ProxyRefundData, RefundedProxyData, RefundProxyDto } from './refunds.dto';

@ApiTags('Proxies')
@ApiErrors({ 404: 'You have no such proxy.' })
@Controller('user/proxies/:id/refund')
export class OwnRefundsController {
  constructor(private readonly refunds: OwnRefundService) {}

  /**
   * What you can have back for a proxy now.
   *
   * The price of what is unused of the last payment for it, where the shop refunds that. `refund_window_days` and `refund_maximum_used_percent` of `GET /auth/config` are the rule.
   */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  quoteProxyRefund(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<ProxyRefundData> {
    return this.refunds.quote(actor, id);
  }

  /** Refunds what is unused into the wallet. The proxy ends for good, or what its last renewal gave is taken back. */
  @Post()
  @Authenticated('user')
  @AllowApiKey('buy')
  @ApiErrors({
    409: 'NOT_REFUNDABLE: the message says why. REFUND_CHANGED: the amount is not expected_total.',
    422: 'expected_total is missing.',
  })
  @Idempotent()
  @Envelope({ message: true })
  refundProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RefundProxyDto,
    @IdempotencyKey() key?: string,
  ): Promise<RefundedProxyData> {
    return this.refunds.refund(actor, id, body, key);
  }
}
