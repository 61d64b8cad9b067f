import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { formatNaira, Money } from '../../common/money/money';
import { MINUTE } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { PaymentWebhook } from '../webhooks/payment-webhook.entity';
import { PaymentRepository } from '../payment.repository';
import { KorapayService } from '../korapay/korapay.service';
import type { ProviderRefund } from '../korapay/korapay.types';
import { RefundService } from '../refunds/refund.service';
import { ChargebackService } from './chargeback.service';

const REFUND = 'refund.';
const REFERENCE = /^[\w.-]{1,100}$/;
const STATUS = /^[a-z_ -]{1,40}$/i;
const DISPUTE = /chargeback|dispute/;
/** The provider may announce a refund this long before its lookup returns it. */
const REFUND_VISIBILITY_LAG = 5 * MINUTE;

/**
 * Handles notifications of refunds and disputes. The event name is not signed, so it only selects the
 * lookup; money moves according to the lookup's result.
 */
@Injectable()
export class ReversalWebhookService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundService,
    private readonly provider: KorapayService,
    private readonly chargebacks: ChargebackService,
    private readonly audit: AuditService,
  ) {}

  /** @returns false when the lookup has no final result and the notification must be processed again. */
  async handle(webhook: PaymentWebhook): Promise<boolean> {
    if (webhook.event.startsWith(REFUND)) return this.handleRefund(webhook);
    if (DISPUTE.test(webhook.event))
      await this.recordDispute(
        webhook.reference,
        `The card provider announced a dispute${describeDispute(webhook.payload)}`,
      );
    return true;
  }

  private async handleRefund({ payload, receivedAt }: PaymentWebhook): Promise<boolean> {
    const { reference } = (payload as { data: { reference?: unknown } }).data;
    if (typeof reference !== 'string' || !REFERENCE.test(reference)) return true;
    const own = await this.refunds.findByReference(reference);
    if (own) {
      await this.refunds.advance(own.id);
      return true;
    }
    this.uow.assertNoTransaction();
    const answer = await this.provider.findRefund(reference);
    if (answer.outcome === 'unknown') return false;
    const isOver = answer.outcome === 'found' && answer.refund.status !== 'processing';
    const age = (await this.clock.now()).getTime() - receivedAt.getTime();
    if (!isOver && age < REFUND_VISIBILITY_LAG) return false;
    if (answer.outcome === 'found') await this.applyRefund(reference, answer.refund);
    return true;
  }

  private async applyRefund(reference: string, refund: ProviderRefund): Promise<void> {
    const { chargeReference, amount, status } = refund;
    if (status === 'failed' || refund.reference !== reference || !chargeReference) return;
    if (status === 'processing')
      return this.recordDispute(
        chargeReference,
        `The card provider announced a refund (${reference}) and still calls it ${refund.providerStatus}`,
      );
    const isComplete =
      amount?.isPositive &&
      (await this.chargebacks.applyProviderRefund(chargeReference, reference, amount));
    if (!isComplete)
      await this.recordDispute(
        chargeReference,
        `The card provider refunded ${amount ? formatNaira(amount) : 'an unreadable amount'} (${reference}), which could not be taken back in full`,
      );
  }

  private async recordDispute(reference: string, event: string): Promise<void> {
    const payment = await this.payments.findByReference(reference);
    if (!payment) return;
    await this.uow.run(() =>
      this.audit.record('system', {
        action: 'payment.dispute_announced',
        target: `payment:${payment.id}`,
        details: `${event}: top-up ${reference}, which is ${payment.status}. Check it with the provider. Record a charge-back of what was lost, or the dispute as won if a charge-back has come back.`,
      }),
    );
  }
}

/** Status and amount as announced. No lookup confirms them, so they only inform staff. */
function describeDispute(payload: unknown): string {
  const { status, amount } = (payload as { data: { status?: unknown; amount?: unknown } }).data;
  const money = Money.parseDecimal(amount);
  const parts = [
    ...(typeof status === 'string' && STATUS.test(status) ? [status] : []),
    ...(money?.isPositive ? [formatNaira(money)] : []),
  ];
  return parts.length ? ` (${parts.join(', ')})` : '';
}
