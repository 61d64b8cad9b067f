import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Idempotent } from '../../common/http/idempotent.decorator';
import { ParseIdPipe } from '../../common/http/parse-id.pipe';
import type { Actor } from '../../common/security/actor';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { ReasonDto } from '../dto/reason.dto';
import { StaffAction } from '../staff-action.decorator';
import { RefundedOrderResponse, toRefundedOrder } from './dto/refunded-order.response';
import { OrderRefundService } from '../../proxies/refunds/order-refund.service';

@ApiTags('Admin orders')
@Controller('admin/orders')
export class AdminOrdersController {
  constructor(private readonly refunds: OrderRefundService) {}

  /** Refunds a delivered order to the wallet in full and ends its proxies. */
  @Idempotent()
  @StaffAction(':id/refund', {
    404: 'No order has this id.',
    409: '`ORDER_REFUNDED`, or `ORDER_NOT_DELIVERED`: it is still being delivered.',
  })
  async refundOrder(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<RefundedOrderResponse> {
    return toRefundedOrder(await this.refunds.refund(actor, id, reason));
  }
}
