import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiTags,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { ErrorResponse } from '../../common/http/envelope.response';
import { Idempotent } from '../../common/http/idempotent.decorator';
import { RowIdPipe } from '../../common/http/row-id.pipe';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { RefundOrderDto } from './dto/refund-order.dto';
import { RefundedOrderResponse, toRefundedOrder } from './dto/refunded-order.response';
import { OrderRefundService } from '../../proxies/refunds/order-refund.service';

@ApiTags('Admin orders')
@Controller('admin/orders')
export class AdminOrdersController {
  constructor(private readonly refunds: OrderRefundService) {}

  /** Gives all money of a delivered order back into the wallet and takes its proxies out of service. */
  @Post(':id/refund')
  @HttpCode(200)
  @Authenticated('admin')
  @Idempotent()
  @ApiNotFoundResponse({ type: ErrorResponse, description: 'No order has this id.' })
  @ApiConflictResponse({
    type: ErrorResponse,
    description: '`ORDER_REFUNDED`, or `ORDER_NOT_DELIVERED`: it is still being delivered.',
  })
  @ApiUnprocessableEntityResponse({
    type: ErrorResponse,
    description: 'The reason is missing or too long.',
  })
  async refundOrder(
    @CurrentActor() actor: Actor,
    @Param('id', RowIdPipe) id: number,
    @Body() { reason }: RefundOrderDto,
  ): Promise<RefundedOrderResponse> {
    return toRefundedOrder(await this.refunds.refund(actor, id, reason));
  }
}
