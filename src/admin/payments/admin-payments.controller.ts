import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PageQuery, toPage } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { PaymentReviewService } from '../../payments/review/payment-review.service';
import { ReconciliationService } from '../../payments/reconciliation/reconciliation.service';
import {
  AcknowledgeDifferenceDto,
  AcknowledgePaymentDto,
  AcceptPaymentDto,
  ChargeBackPaymentDto,
  RejectPaymentDto,
  ReconciliationListData,
  ChargebackData,
  AdminPaymentData,
  toAdminPayment,
  WonDisputeData,
} from './payments.dto';
import { ReasonDto, message, MessageResponse } from '../../common/http/common.dto';
import { StaffAction } from '../../common/http/staff-action.decorator';
import type { ProposalData } from '../wallet-corrections/wallet-corrections.dto';
import { NeedsApprovalAboveLimit } from '../wallet-corrections/proposes.decorator';
import { StaffMovementsService } from '../wallet-corrections/staff-movements.service';
import { PaymentAcknowledgementService } from '../../payments/acknowledgements/payment-acknowledgement.service';
import { can } from '../../common/security/permissions';

const PER_PAGE = 20;
const UNKNOWN = 'No card payment has this id.';

@ApiTags('Admin payments')
@Controller('admin/payments')
export class AdminPaymentsController {
  constructor(
    private readonly review: PaymentReviewService,
    private readonly movements: StaffMovementsService,
    private readonly reconciliation: ReconciliationService,
  ) {}

  /** Comparisons of stored payments with the card provider's list of charges, newest first. */
  @Get('reconciliations')
  @StaffOnly('transactions.read')
  listReconciliations(
    @CurrentActor() actor: Actor,
    @Query() query: PageQuery,
  ): Promise<ReconciliationListData> {
    return this.reconciliation.list(toPage(query, PER_PAGE), can(actor, 'money.read'));
  }

  /** One card payment with all details that a review needs. */
  @Get(':id')
  @StaffOnly('money.read')
  @ApiErrors({ 404: UNKNOWN })
  async getPaymentForStaff(@Param('id', ParseIdPipe) id: number): Promise<AdminPaymentData> {
    return toAdminPayment(await this.review.get(id));
  }

  /** Accepts a payment in review and credits what was paid or, with `credit`, what was requested. */
  @Idempotent()
  @NeedsApprovalAboveLimit(AdminPaymentData)
  @StaffAction('payments.manage', ':id/accept', {
    404: UNKNOWN,
    409: '`PAYMENT_NOT_IN_REVIEW`, `PROPOSAL_OPEN`, `MEMBER_NOT_FUNDED`: the customer joined a team, or `PAID_AMOUNT_UNKNOWN`: only `asked` can be credited.',
  })
  acceptPayment(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason, credit }: AcceptPaymentDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<AdminPaymentData | ProposalData> {
    return this.movements.accept(actor, id, reason, credit ?? undefined, key);
  }

  /**
   * Rejects a payment in review without crediting it and, with `refund`, refunds the paid amount to the
   * card.
   */
  @Idempotent()
  @StaffAction('payments.manage', ':id/reject', {
    404: UNKNOWN,
    409: '`PAYMENT_NOT_IN_REVIEW`, or `NOTHING_TO_REFUND`: nothing is known to be paid.',
  })
  @Envelope({ message: true })
  async rejectPayment(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason, refund }: RejectPaymentDto,
  ): Promise<AdminPaymentData> {
    await this.review.reject(actor, id, reason, refund ?? false);
    return toAdminPayment(await this.review.get(id), 'The payment was rejected.');
  }

  /** Refunds a rejected payment, or the excess of an accepted one, to the card. At most once per payment. */
  @Idempotent()
  @StaffAction('payments.manage', ':id/refund', {
    404: UNKNOWN,
    409: '`PAYMENT_NOT_REJECTED`, `REFUND_EXISTS` or `NOTHING_TO_REFUND`.',
  })
  @Envelope({ message: true })
  async refundPayment(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminPaymentData> {
    await this.review.refund(actor, id, reason);
    return toAdminPayment(await this.review.get(id), 'The money is on its way back to the card.');
  }

  /** Verifies a payment with the card provider immediately and applies the result as the worker does. */
  @Idempotent()
  @StaffAction('payments.manage', ':id/recheck', {
    404: UNKNOWN,
    409: '`PAYMENT_NOT_SETTLED`: an error on our side stopped the check. Nothing was credited.',
  })
  @Envelope({ message: true })
  async recheckPayment(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<AdminPaymentData> {
    await this.review.recheck(actor, id, reason);
    return toAdminPayment(await this.review.get(id), 'The card provider was asked.');
  }

  /**
   * Records a chargeback of a credited payment. Debits the wallet as far as its balance allows; the rest
   * becomes a receivable. Repeatable up to what was credited.
   */
  @Idempotent()
  @NeedsApprovalAboveLimit(ChargebackData)
  @StaffAction('payments.manage', ':id/chargeback', {
    404: UNKNOWN,
    409: '`PAYMENT_NOT_CREDITED`, `ALREADY_CHARGED_BACK`, `CHARGED_BACK_CHANGED` or `PROPOSAL_OPEN`.',
    422: 'The reason is missing, or the amount exceeds the remaining amount of the payment.',
  })
  chargeBackPayment(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason, amount, charged_back }: ChargeBackPaymentDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<ChargebackData | ProposalData> {
    const seen = Money.parseDecimal(charged_back) ?? undefined;
    const naira = typeof amount === 'number' ? Money.naira(amount) : undefined;
    return this.movements.chargeBack(actor, id, { reason, amount: naira, seen, key });
  }

  /**
   * Records that the dispute of a chargeback was won: credits the wallet with exactly what the chargeback
   * took, once. It repays what the customer owes first.
   */
  @Idempotent()
  @NeedsApprovalAboveLimit(WonDisputeData)
  @StaffAction('payments.manage', ':id/chargebacks/:chargeback_id/win', {
    404: 'No card payment has this id, or it has no such chargeback.',
    409: '`CHARGEBACK_NOT_WINNABLE`: it was won before, or it was a refund. `PROPOSAL_OPEN`.',
  })
  winDispute(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('chargeback_id', ParseIdPipe) chargebackId: number,
    @Body() { reason }: ReasonDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<WonDisputeData | ProposalData> {
    return this.movements.winDispute(actor, id, chargebackId, reason, key);
  }
}

const NOTHING = '`NOTHING_TO_ACKNOWLEDGE`: it is resolved, or acknowledged before.';

@ApiTags('Admin payments')
@Controller('admin/payments')
export class PaymentAcknowledgementsController {
  constructor(private readonly acknowledgements: PaymentAcknowledgementService) {}

  /** Ends the alert about a difference of the latest comparison; it is not repeated in later ones. */
  @StaffAction('payments.manage', 'reconciliations/acknowledge', { 409: NOTHING })
  async acknowledgeDifference(
    @CurrentActor() actor: Actor,
    @Body() { kind, reference, reason }: AcknowledgeDifferenceDto,
  ): Promise<MessageResponse> {
    await this.acknowledgements.acknowledgeDifference(actor, { kind, reference }, reason);
    return message('The difference was acknowledged.');
  }

  /** Ends the alert about the disputes or failed card refunds of a payment; later ones are told again. */
  @StaffAction('payments.manage', ':id/acknowledge', {
    404: 'No card payment has this id.',
    409: NOTHING,
  })
  async acknowledgePayment(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { kind, reason }: AcknowledgePaymentDto,
  ): Promise<MessageResponse> {
    await this.acknowledgements.acknowledge(actor, id, kind, reason);
    return message('The alert was acknowledged.');
  }
}
