import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { LedgerService } from '../../wallet/ledger/ledger.service';
import type { SystemPosting } from '../../wallet/wallet.types';
import type { Payment } from '../payment.entity';
import type { Payout } from '../payouts/payout.entity';

/**
 * Postings of card money that belongs to no wallet. Each needs the unit of work that changes the state, with
 * the payment's row lock.
 */
@Injectable()
export class ClearingService {
  constructor(private readonly ledger: LedgerService) {}

  /** Money of a payment that enters review. */
  async holdForReview({ reference }: Payment, received: Money): Promise<void> {
    await this.postOnce({
      idempotencyKey: `review_hold:${reference}`,
      kind: 'review_hold',
      reference,
      amount: received,
      from: 'korapay_clearing',
      to: 'in_review',
    });
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
    await this.postOnce({
      idempotencyKey: `provider_fee:${reference}`,
      kind: 'provider_fee',
      reference,
      amount: fee,
      from: 'provider_fees',
      to: 'korapay_clearing',
    });
  }

  /** A payout that the bank has received, and the provider's fee of it. */
  async bookPayout({ provider, reference, amountKobo, feeKobo }: Payout): Promise<void> {
    await this.postOnce({
      idempotencyKey: `payout:${provider}:${reference}`,
      kind: 'payout',
      reference,
      amount: Money.kobo(amountKobo),
      from: 'bank',
      to: 'korapay_clearing',
    });
    if (feeKobo > 0n)
      await this.postOnce({
        idempotencyKey: `payout_fee:${provider}:${reference}`,
        kind: 'payout_fee',
        reference,
        amount: Money.kobo(feeKobo),
        from: 'provider_fees',
        to: 'korapay_clearing',
      });
  }

  /** The fee of a refund or a dispute within a payout. */
  async bookItemFee(payoutReference: string, itemId: number, fee: Money): Promise<void> {
    if (!fee.isPositive) return;
    await this.postOnce({
      idempotencyKey: `payout_item_fee:${itemId}`,
      kind: 'payout_fee',
      reference: payoutReference,
      amount: fee,
      from: 'provider_fees',
      to: 'korapay_clearing',
    });
  }

  /** What the fee of a charge turned out to be more, or less, than was booked with it. */
  async correctFee(reference: string, itemId: number, correction: Money): Promise<void> {
    if (correction.isZero) return;
    const idempotencyKey = `provider_fee:${reference}:${itemId}`;
    const posting = { idempotencyKey, kind: 'provider_fee', reference } as const;
    await this.postOnce(
      correction.isPositive
        ? { ...posting, amount: correction, from: 'provider_fees', to: 'korapay_clearing' }
        : {
            ...posting,
            amount: correction.negated(),
            from: 'korapay_clearing',
            to: 'provider_fees',
          },
    );
  }

  /** Money that the provider keeps back while a dispute is open. */
  async holdDispute(reference: string, itemId: number, amount: Money): Promise<void> {
    await this.postOnce({
      idempotencyKey: `dispute_hold:${itemId}`,
      kind: 'dispute_hold',
      reference,
      amount,
      from: 'disputes',
      to: 'korapay_clearing',
    });
  }

  /** The dispute is decided: its chargeback is recorded, or the provider pays the money out. */
  async releaseDispute(reference: string, key: string, amount: Money): Promise<void> {
    await this.postOnce({
      idempotencyKey: `dispute_release:${key}`,
      kind: 'dispute_release',
      reference,
      amount,
      from: 'korapay_clearing',
      to: 'disputes',
    });
  }

  private async postOnce(posting: SystemPosting): Promise<void> {
    if (!(await this.ledger.postBetweenSystemAccounts(posting)))
      throw new Error(`${posting.idempotencyKey} was posted before`);
  }

  /** Nothing when it is unknown what the charge brought in: nothing was held. */
  private async release(
    { reference, receivedKobo }: Payment,
    kind: 'review_release' | 'review_refund',
    idempotencyKey: string,
    amount: Money,
  ): Promise<void> {
    if (receivedKobo === null) return;
    await this.postOnce({
      idempotencyKey,
      kind,
      reference,
      amount,
      from: 'in_review',
      to: 'korapay_clearing',
    });
  }
}
