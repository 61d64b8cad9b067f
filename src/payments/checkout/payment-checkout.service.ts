import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import type { StatementLine } from '../../wallet/wallet.types';
import { CouponsService } from '../coupons/coupons.service';
import type { Payment } from '../payment.entity';
import { PaymentRepository } from '../payment.repository';
import type { PaymentStatus } from '../payment.state';
import { paymentNotFound, paymentNotPending } from '../payments.errors';
import { REFERENCE_PATTERN, type Checkout, type ClosedReason } from '../payments.types';

const CLOSED_REASON_BY_STATE: Partial<Record<PaymentStatus, ClosedReason>> = {
  failed: 'declined',
  expired: 'expired',
  rejected: 'rejected',
};

/** What customers do with a top-up that they have started. */
@Injectable()
export class PaymentCheckoutService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly wallet: WalletService,
    private readonly coupons: CouponsService,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found PAYMENT_NOT_FOUND for an unknown reference or another customer's. */
  async find(actor: Actor, reference: string): Promise<Checkout> {
    const own = REFERENCE_PATTERN.test(reference)
      ? await this.payments.findOwned(actor.userId, reference)
      : null;
    if (!own) throw paymentNotFound();
    return this.toCheckout(own);
  }

  /**
   * Closes the statement line only. The payment stays open: settlement looks it up as before and
   * credits it when it is paid. The locks are those of a settlement, in the same order.
   * @throws DomainError not_found PAYMENT_NOT_FOUND, conflict PAYMENT_NOT_PENDING.
   */
  async cancel(actor: Actor, reference: string): Promise<Checkout> {
    const { reference: own } = await this.find(actor, reference);
    return this.uow.run(async () => {
      const payment = await this.payments.lockOwned(actor.userId, own);
      const checkout = await this.toCheckout(payment);
      if (checkout.status === 'cancelled') return checkout;
      if (
        !checkout.isCancellable ||
        !(await this.wallet.closePending(payment.transactionId, 'cancelled'))
      )
        throw paymentNotPending(checkout.status);
      await this.coupons.release(payment.id);
      await this.audit.record(actor, {
        action: 'payment.cancelled',
        target: `payment:${payment.id}`,
        details: `Top-up ${own} of ${formatNaira(checkout.amount)} was cancelled by the customer`,
      });
      crashPoint('cancel.before-commit');
      return this.toCheckout(payment);
    });
  }

  private async toCheckout(payment: Payment): Promise<Checkout> {
    const line = await this.wallet.findTransaction(payment.transactionId);
    if (!line) throw new Error(`Payment ${payment.id} has no wallet transaction`);
    const isOpen = isUnpaid(payment, line);
    const isPayable = isOpen && (await this.clock.now()) < payment.expiresAt;
    return {
      reference: payment.reference,
      amount: Money.kobo(payment.amountKobo),
      status: line.status,
      checkoutUrl: isPayable ? payment.checkoutUrl : null,
      isCancellable: isOpen,
      closedReason:
        line.status === 'failed' ? (CLOSED_REASON_BY_STATE[payment.status] ?? null) : null,
      createdAt: payment.createdAt,
    };
  }
}

/** Pending on the statement, and the provider has not reported any money. */
const isUnpaid = (payment: Payment, line: StatementLine): boolean =>
  line.status === 'pending' && (payment.status === 'created' || payment.status === 'pending');
