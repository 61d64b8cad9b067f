import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  ApiFile,
  IdempotencyKey,
  Idempotent,
  toDownload,
} from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { ReasonDto } from '../../common/http/common.dto';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { SHEET_TYPES } from '../exports/sheet-file';
import { AdminOrdersService } from './admin-orders.service';
import {
  AdminOrderDetailData,
  AdminOrderListData,
  ExportOrdersDto,
  ListOrdersQuery,
  PartialRefundDto,
  RefundedOrderData,
  RefundQuoteData,
  toRefundedOrder,
  toRefundQuote,
} from './orders.dto';
import { OrderRefundService } from '../../proxies/refunds/order-refund.service';
import type { ProposalData } from '../wallet-corrections/wallet-corrections.dto';
import { NeedsApprovalAboveLimit } from '../wallet-corrections/proposes.decorator';
import { StaffMovementsService } from '../wallet-corrections/staff-movements.service';

@ApiTags('Admin orders')
@Controller('admin/orders')
export class AdminOrdersController {
  constructor(
    private readonly orders: AdminOrdersService,
    private readonly partialRefunds: OrderRefundService,
    private readonly movements: StaffMovementsService,
  ) {}

  /** Orders of all customers, newest first: purchases, renewals, added traffic, places and trials. */
  @Get()
  @StaffOnly('orders.read')
  adminListOrders(
    @CurrentActor() actor: Actor,
    @Query() query: ListOrdersQuery,
  ): Promise<AdminOrderListData> {
    return this.orders.list(actor, query);
  }

  /** All orders that match, as a file named `orders-{date}.csv` or `.xlsx`. The export itself is audited. */
  @Post('export')
  @HttpCode(200)
  @StaffOnly('lists.export')
  @ApiErrors({ 422: 'A filter is invalid, or a workbook would have more than a million rows.' })
  @ApiFile('The file.', 'text/csv', SHEET_TYPES.xlsx)
  async adminExportOrders(
    @CurrentActor() actor: Actor,
    @Body() body: ExportOrdersDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.orders.export(actor, body));
  }

  /** An order with its timeline, proxies, transactions and invoices. */
  @Get(':id')
  @StaffOnly('orders.read')
  @ApiErrors({ 404: 'No order has this id.' })
  adminGetOrder(@Param('id', ParseIdPipe) id: number): Promise<AdminOrderDetailData> {
    return this.orders.get(id);
  }

  /** Refunds an order to the wallet in full and ends its proxies. */
  @Idempotent()
  @NeedsApprovalAboveLimit(RefundedOrderData)
  @StaffAction('refunds.propose', ':id/refund', {
    404: 'No order has this id.',
    409: '`ORDER_REFUNDED` or `PROPOSAL_OPEN`.',
  })
  refundOrder(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<RefundedOrderData | ProposalData> {
    return this.movements.refundOrder(actor, id, 'all', reason, key);
  }

  /** What can be refunded of an order now: all that is left, and the unused part by rule. */
  @Get(':id/refund-quote')
  @StaffOnly('refunds.propose')
  @ApiErrors({
    404: 'No order has this id.',
    409: '`ORDER_REFUNDED`.',
  })
  async getRefundQuote(@Param('id', ParseIdPipe) id: number): Promise<RefundQuoteData> {
    return toRefundQuote(await this.partialRefunds.quote(id));
  }

  /**
   * Refunds the unused part of an order, or an amount of choice, to the wallet.
   *
   * The unused part is the unused traffic of pool proxies and the unused time of datacenter proxies; its refund ends
   * them. With `amount` the proxies stay until all of the price is refunded; repeatable up to the price.
   */
  @Idempotent()
  @NeedsApprovalAboveLimit(RefundedOrderData)
  @StaffAction('refunds.propose', ':id/partial-refund', {
    404: 'No order has this id.',
    409: '`ORDER_REFUNDED`, `NOTHING_UNUSED`, `REFUND_CHANGED` or `PROPOSAL_OPEN`.',
    422: 'The reason is missing, or the amount exceeds what is left of the price.',
  })
  async refundOrderPart(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason, amount, expected_amount }: PartialRefundDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<RefundedOrderData | ProposalData> {
    if (typeof amount === 'number')
      return this.movements.refundOrder(actor, id, amount, reason, key);
    const expected = typeof expected_amount === 'number' ? Money.naira(expected_amount) : undefined;
    const request = { reason, expected, key };
    return toRefundedOrder(await this.partialRefunds.refundUnused(actor, id, request));
  }
}
