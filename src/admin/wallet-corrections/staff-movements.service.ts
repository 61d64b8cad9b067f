import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { toKeyedReference } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import type { CreditChoice } from '../../payments/payments.types';
import {
  ChargebackService,
  type NewChargebackRequest,
} from '../../payments/reversals/chargeback.service';
import { PaymentReviewService } from '../../payments/review/payment-review.service';
import { OrderRefundService } from '../../proxies/refunds/order-refund.service';
import type {
  WalletCorrection,
  CorrectionRequest,
} from '../../wallet/corrections/wallet-correction.entity';
import { proposalOutdated } from '../../wallet/wallet.errors';
import {
  toMovement,
  WalletCorrectionService,
} from '../../wallet/corrections/wallet-correction.service';
import { WalletService } from '../../wallet/wallet.service';
import { CompensationsService } from '../compensations/compensations.service';
import { WalletFundingService } from '../users/wallet-funding.service';
import { ApprovalService, type MovedToday } from './approval.service';
import { WalletCorrectionsQueries } from './wallet-corrections.queries';
import { toProposal, type ProposalData } from './wallet-corrections.dto';
import { toRefundedOrder, type RefundedOrderData } from '../orders/orders.dto';
import {
  toAdminPayment,
  toChargeback,
  toWonDispute,
  type AdminPaymentData,
  type ChargebackData,
  type WonDisputeData,
} from '../payments/payments.dto';
import type { FundWalletData } from '../users/users.dto';

type Movement = Omit<CorrectionRequest, 'needsApproval' | 'reversalOf'>;

/** Movements of money by staff that other modules post: at once, or above a limit when they are approved. */
@Injectable()
export class StaffMovementsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: WalletCorrectionsQueries,
    private readonly corrections: WalletCorrectionService,
    private readonly approvals: ApprovalService,
    private readonly wallet: WalletService,
    private readonly funding: WalletFundingService,
    private readonly chargebacks: ChargebackService,
    private readonly review: PaymentReviewService,
    private readonly orderRefunds: OrderRefundService,
    private readonly compensations: CompensationsService,
  ) {}

  fund(
    actor: Actor,
    userId: number,
    naira: number,
    key: string | undefined,
  ): Promise<FundWalletData | ProposalData> {
    const reference = toKeyedReference('FUND', actor, [userId, naira], key);
    const amount = Money.naira(naira);
    return this.decide(
      actor,
      async () => {
        await this.funding.lockCustomer(userId);
        const movement = { kind: 'funding', subjectId: null, direction: 'credit' } as const;
        return { ...movement, userId, reference, amount, reason: 'Wallet funding' };
      },
      () => this.funding.post(actor, userId, amount, reference),
    );
  }

  chargeBack(
    actor: Actor,
    paymentId: number,
    request: NewChargebackRequest,
  ): Promise<ChargebackData | ProposalData> {
    let reference: string | undefined;
    return this.decide(
      actor,
      async () => {
        const prepared = await this.chargebacks.prepare(actor, paymentId, request);
        reference = prepared.reference;
        const { amount, payment, recorded } = prepared;
        if (recorded) return null;
        const movement = { kind: 'chargeback', subjectId: paymentId, direction: 'debit' } as const;
        return { ...movement, userId: payment.userId, reference, amount, reason: request.reason };
      },
      async () =>
        toChargeback(await this.chargebacks.record(actor, paymentId, { ...request, reference })),
    );
  }

  winDispute(
    actor: Actor,
    paymentId: number,
    chargebackId: number,
    reason: string,
    key: string | undefined,
  ): Promise<WonDisputeData | ProposalData> {
    return this.decide(
      actor,
      async () => {
        const { payment, amount } = await this.chargebacks.prepareWin(paymentId, chargebackId);
        const reference = toKeyedReference('CHARGEBACK', actor, ['won', chargebackId], key);
        const movement = {
          kind: 'dispute_win',
          subjectId: chargebackId,
          direction: 'credit',
        } as const;
        return { ...movement, userId: payment.userId, reference, amount, reason };
      },
      async () => toWonDispute(await this.chargebacks.win(actor, paymentId, chargebackId, reason)),
    );
  }

  async accept(
    actor: Actor,
    paymentId: number,
    reason: string,
    choice: CreditChoice | undefined,
    key: string | undefined,
  ): Promise<AdminPaymentData | ProposalData> {
    const proposed = await this.decide(
      actor,
      async () => {
        const { userId, goodwill } = await this.review.previewGoodwill(paymentId, choice);
        if (!goodwill.isPositive) return null;
        const reference = toKeyedReference('GOODWILL', actor, [paymentId], key);
        const movement = { kind: 'goodwill', subjectId: paymentId, direction: 'credit' } as const;
        return { ...movement, userId, reference, amount: goodwill, reason };
      },
      async () => {
        await this.review.accept(actor, paymentId, reason, choice);
        return null;
      },
    );
    if (proposed) return proposed;
    const payment = await this.review.get(paymentId);
    return toAdminPayment(payment, 'The payment was accepted and credited.');
  }

  /** Refunds an amount of choice, or all that is left. The unused part, which a rule decides, is no movement by staff. */
  refundOrder(
    actor: Actor,
    orderId: number,
    naira: number | 'all',
    reason: string,
    key: string | undefined,
  ): Promise<RefundedOrderData | ProposalData> {
    const call = naira === 'all' ? [orderId] : [orderId, naira];
    const reference = toKeyedReference('REFUND-STAFF', actor, call, key);
    let amount = naira === 'all' ? Money.zero : Money.naira(naira);
    return this.decide(
      actor,
      async () => {
        const prepared = await this.orderRefunds.prepare(orderId, amount, reference);
        if (!prepared) return null;
        if (naira === 'all') amount = prepared.left;
        const movement = { kind: 'order_refund', subjectId: orderId, direction: 'credit' } as const;
        return { ...movement, userId: prepared.order.userId, reference, amount, reason };
      },
      async () =>
        toRefundedOrder(
          await this.orderRefunds.refundAmount(actor, orderId, amount, reason, reference),
        ),
    );
  }

  /** Posts an approved proposal; null when nothing is posted yet. @throws DomainError as the movement itself, conflict PROPOSAL_OUTDATED. */
  async postApproved(
    actor: Actor,
    correction: WalletCorrection,
  ): Promise<{ transactionId: number; replayed: boolean } | null> {
    const { kind, userId, reference, reason, amount } = toMovement(correction);
    const subjectId = correction.subjectId ?? 0;
    switch (kind) {
      case 'funding': {
        const { transaction } = await this.funding.post(actor, userId, amount, reference);
        return { transactionId: transaction.id, replayed: false };
      }
      case 'chargeback':
        return this.chargebacks.record(actor, subjectId, { reason, amount, reference });
      case 'dispute_win': {
        const paymentId = await this.chargebacks.getPaymentId(subjectId);
        const { transactionId } = await this.chargebacks.win(actor, paymentId, subjectId, reason);
        return { transactionId, replayed: false };
      }
      case 'goodwill': {
        const { goodwill } = await this.review.previewGoodwill(subjectId, 'asked');
        if (!goodwill.equals(amount)) throw proposalOutdated();
        await this.review.accept(actor, subjectId, reason, 'asked');
        const line = await this.wallet.findByReference(`GOODWILL-${subjectId}`);
        return { transactionId: line!.id, replayed: false };
      }
      case 'compensation':
        await this.compensations.start(subjectId);
        return null;
      case 'order_refund': {
        const refunded = await this.orderRefunds.refundAmount(
          actor,
          subjectId,
          amount,
          reason,
          reference,
        );
        return { transactionId: refunded.transactionId, replayed: false };
      }
      default:
        throw new Error(`A proposal of the kind ${kind} is posted elsewhere`);
    }
  }

  /**
   * Proposes the movement above a limit, else posts it. @param prepare locks and checks what the movement is
   * about; null when nothing needs an approval.
   */
  private async decide<T>(
    actor: Actor,
    prepare: () => Promise<Movement | null>,
    post: () => Promise<T>,
  ): Promise<T | ProposalData> {
    const outcome = await this.uow.run(async () => {
      const today = await this.approvals.lock(actor);
      const movement = await prepare();
      const proposalId = movement && (await this.propose(actor, today, movement));
      return proposalId === null ? { done: await post() } : { proposalId };
    });
    return 'done' in outcome
      ? (outcome.done as T)
      : toProposal(await this.queries.get(outcome.proposalId));
  }

  /** @returns the id of the proposal; null when the movement can be posted. */
  private async propose(
    actor: Actor,
    today: MovedToday,
    movement: Movement,
  ): Promise<number | null> {
    const earlier = await this.corrections.findByReference(movement.reference);
    if (earlier) return earlier.status === 'approved' ? null : earlier.id;
    if (await this.wallet.findByReference(movement.reference)) return null;
    if (await this.approvals.reserve(actor, today, movement)) return null;
    return this.approvals.propose(actor, { ...movement, reversalOf: null });
  }
}
