import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import { IdempotencyKey, Idempotent } from '../../common/http/idempotent.decorator';
import { ParseIdPipe } from '../../common/http/parse-id.pipe';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { ReasonDto } from '../../common/http/reason.dto';
import { StaffAction } from '../staff-action.decorator';
import { PartialRefundDto } from './dto/partial-refund.dto';
import {
  RefundedOrderResponse,
  RefundQuoteResponse,
  toRefundedOrder,
  toRefundQuote,
} from './dto/refunded-order.response';
import { PartialRefundService } from '../../proxies/refunds/partial-refund.service';
import { toOutcome, type ProposalResponse } from '../wallet-corrections/dto/proposal.response';
import { ProposesAboveLimit } from '../wallet-corrections/proposes.decorator';
import { StaffMovementsService } from '../wallet-corrections/staff-movements.service';
import { AdminOrderDecisionsService } from './admin-order-decisions.service';
import { ProposeOrderDecisionDto } from './dto/order-decision.dto';
import {
  describeDecided,
  OrderDeliveryResponse,
  toOrderDelivery,
} from './dto/order-delivery.response';

@ApiTags('Admin orders')
@Controller('admin/orders')
export class AdminOrdersController {
  constructor(
    private readonly partialRefunds: PartialRefundService,
    private readonly movements: StaffMovementsService,
    private readonly decisions: AdminOrderDecisionsService,
  ) {}

  /** The delivery of an order: lookups at the provider and a decision that waits for approval. */
  @Get(':id/delivery')
  @Authenticated('sub-admin', 'admin')
  @ApiErrors({ 404: 'No order has this id.' })
  async getOrderDelivery(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<OrderDeliveryResponse> {
    return toOrderDelivery(await this.decisions.getDelivery(id), actor);
  }

  /** Proposes what becomes of an order without an answer of the provider. Another admin has to approve it. */
  @Idempotent()
  @StaffAction(':id/decision', {
    404: 'No order has this id.',
    409: '`ORDER_DECIDED`: its result is known. `RENEWAL_NOT_DECIDABLE`. `DECISION_EXISTS`: another proposal is open.',
    422: 'The outcome or the reason is missing or invalid.',
  })
  async proposeOrderDecision(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { outcome, reason }: ProposeOrderDecisionDto,
  ): Promise<OrderDeliveryResponse> {
    return toOrderDelivery(
      await this.decisions.propose(actor, id, outcome, reason),
      actor,
      'The decision was proposed. Another admin has to approve it.',
    );
  }

  /**
   * Carries out the decision of another admin. The provider is asked once more: what it has delivered is delivered
   * and not refunded, and a refunded order is cancelled there.
   */
  @Post(':id/decision/approve')
  @HttpCode(200)
  @Authenticated('admin')
  @Idempotent()
  @ApiErrors({
    403: '`OWN_PROPOSAL`: another admin has to approve it. `APPROVER_TOO_NEW`: an admin of less than 24 hours.',
    404: 'No order has this id.',
    409: '`NO_DECISION_PROPOSED` or `ORDER_DECIDED`.',
  })
  async approveOrderDecision(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<OrderDeliveryResponse> {
    const delivery = await this.decisions.approve(actor, id);
    return toOrderDelivery(delivery, actor, describeDecided(delivery));
  }

  /** Rejects a proposed decision, or withdraws an own one. The provider is still asked. */
  @Idempotent()
  @StaffAction(':id/decision/reject', {
    404: 'No order has this id.',
    409: '`NO_DECISION_PROPOSED`.',
  })
  async rejectOrderDecision(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<OrderDeliveryResponse> {
    return toOrderDelivery(
      await this.decisions.reject(actor, id, reason),
      actor,
      'The proposal ended. The order stays in delivery.',
    );
  }

  /** Refunds a delivered order to the wallet in full and ends its proxies. */
  @Idempotent()
  @ProposesAboveLimit(RefundedOrderResponse)
  @StaffAction(':id/refund', {
    404: 'No order has this id.',
    409: '`ORDER_REFUNDED`, `ORDER_NOT_DELIVERED`: it is still being delivered, or `PROPOSAL_OPEN`.',
  })
  async refundOrder(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<RefundedOrderResponse | ProposalResponse> {
    return toOutcome(
      await this.movements.refundOrder(actor, id, 'all', reason, key),
      toRefundedOrder,
    );
  }

  /** What can be refunded of a delivered order now: all that is left, and the unused part by rule. */
  @Get(':id/refund-quote')
  @Authenticated('admin')
  @ApiErrors({
    404: 'No order has this id.',
    409: '`ORDER_REFUNDED`, or `ORDER_NOT_DELIVERED`: it is still being delivered.',
  })
  async getRefundQuote(@Param('id', ParseIdPipe) id: number): Promise<RefundQuoteResponse> {
    return toRefundQuote(await this.partialRefunds.quote(id));
  }

  /**
   * Refunds the unused part of a delivered order, or an amount of choice, to the wallet.
   *
   * The unused part is the unused traffic of pool proxies and the unused time of datacenter proxies; its refund ends
   * them. With `amount` the proxies stay until all of the price is refunded; repeatable up to the price.
   */
  @Idempotent()
  @ProposesAboveLimit(RefundedOrderResponse)
  @StaffAction(':id/partial-refund', {
    404: 'No order has this id.',
    409: '`ORDER_REFUNDED`, `ORDER_NOT_DELIVERED`, `NOTHING_UNUSED`, `REFUND_CHANGED` or `PROPOSAL_OPEN`.',
    422: 'The reason is missing, or the amount exceeds what is left of the price.',
  })
  async refundOrderPart(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason, amount, expected_amount }: PartialRefundDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<RefundedOrderResponse | ProposalResponse> {
    if (typeof amount === 'number') {
      const outcome = await this.movements.refundOrder(actor, id, amount, reason, key);
      return toOutcome(outcome, toRefundedOrder);
    }
    const expected = typeof expected_amount === 'number' ? Money.naira(expected_amount) : undefined;
    const request = { reason, expected, key };
    return toRefundedOrder(await this.partialRefunds.refundUnused(actor, id, request));
  }
}
