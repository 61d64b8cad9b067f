import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { SystemPostingService } from '../../wallet/ledger/system-posting.service';
import type { Payment } from '../payment.entity';

/**
 * Postings of card money that belongs to no wallet. Each needs the unit of work that changes the state, with
 * the payment's row lock.
 */
@Injectable()
export class ClearingService {
  constructor(private readonly postings: SystemPostingService) {}

  /** Money of a payment that enters review. */
  async holdForReview({ reference }: Payment, received: Money): Promise<void> {
    const isFirst = await this.postings.post({
      idempotencyKey: `review_hold:${reference}`,
      kind: 'review_hold',
      reference,
      amount: received,
      from: 'korapay_clearing',
      to: 'in_review',
    });
    if (!isFirst) throw new Error(`The review of ${reference} was posted before`);
  }

  /** The credited part of an accepted payment, before its wallet is credited. */
  async releaseCredited(payment: Payment, credited: Money): Promise<void> {
    await this.release(payment, 'review_release', `review_release:${payment.reference}`, credited);
  }

  /** A refund to the card that has succeeded. */
  async releaseRefunded(payment: Payment, refundReference: string, amount: Money): Promise<void> {
    await this.release(payment, 'review_refund', `review_refund:${refundReference}`, amount);
  }

  /** The part of the provider's fee that the shop bears. */
  async bookFee({ reference }: Payment, fee: Money): Promise<void> {
    if (!fee.isPositive) return;
    const isFirst = await this.postings.post({
      idempotencyKey: `provider_fee:${reference}`,
      kind: 'provider_fee',
      reference,
      amount: fee,
      from: 'provider_fees',
      to: 'korapay_clearing',
    });
    if (!isFirst) throw new Error(`The fee of ${reference} was posted before`);
  }

  /** Nothing when it is unknown what the charge brought in: nothing was held. */
  private async release(
    { reference, receivedKobo }: Payment,
    kind: 'review_release' | 'review_refund',
    idempotencyKey: string,
    amount: Money,
  ): Promise<void> {
    if (receivedKobo === null) return;
    const isFirst = await this.postings.post({
      idempotencyKey,
      kind,
      reference,
      amount,
      from: 'in_review',
      to: 'korapay_clearing',
    });
    if (!isFirst) throw new Error(`${idempotencyKey} was posted before`);
  }
}
