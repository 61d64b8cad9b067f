import { Injectable } from '@nestjs/common';
import type { Money } from '../common/money/money';
import { LedgerService } from '../wallet/ledger/ledger.service';
import type { SystemPosting } from '../wallet/wallet.types';
import type { Payment } from './payment.entity';
import type { Payout } from './payouts/payout.entity';

type Accounts = Pick<SystemPosting, 'from' | 'to'>;

const FEE: Accounts = { from: 'provider_fees', to: 'korapay_clearing' };

/**
 * Postings of card money that belongs to no wallet. Each needs the unit of work that changes the state, with
 * the payment's row lock.
 */
@Injectable()
export class ClearingService {
  constructor(private readonly ledger: LedgerService) {}

  /** Money of a payment that enters review. */
  holdForReview({ reference }: Payment, amount: Money): Promise<void> {
    const accounts: Accounts = { from: 'korapay_clearing', to: 'in_review' };
    return this.post('review_hold', reference, { reference, amount, ...accounts });
  }

  /** The credited part of an accepted payment, before its wallet is credited. */
  releaseCredited(payment: Payment, amount: Money): Promise<void> {
    return this.release('review_release', payment.reference, payment, amount);
  }

  /** A refund to the card that has succeeded. */
  releaseRefunded(payment: Payment, refundReference: string, amount: Money): Promise<void> {
    return this.release('review_refund', refundReference, payment, amount);
  }

  /** The part of the provider's fee that the shop bears. */
  async bookFee({ reference }: Payment, amount: Money): Promise<void> {
    if (amount.isPositive)
      await this.post('provider_fee', reference, { reference, amount, ...FEE });
  }

  /** A payout that the bank has received, and the provider's fee of it. */
  async bookPayout({ provider, reference, amount, fee }: Payout): Promise<void> {
    const key = `${provider}:${reference}`;
    const accounts: Accounts = { from: 'bank', to: 'korapay_clearing' };
    await this.post('payout', key, { reference, amount, ...accounts });
    if (fee.isPositive) await this.post('payout_fee', key, { reference, amount: fee, ...FEE });
  }

  /** The fee of a refund or a dispute within a payout. */
  async bookItemFee(payoutReference: string, itemId: number, amount: Money): Promise<void> {
    if (!amount.isPositive) return;
    const posting = { reference: payoutReference, amount, ...FEE };
    await this.post('payout_fee', String(itemId), posting, 'payout_item_fee');
  }

  /** What the fee of a charge turned out to be more, or less, than was booked with it. */
  async correctFee(reference: string, itemId: number, correction: Money): Promise<void> {
    if (correction.isZero) return;
    const posting = correction.isPositive
      ? { amount: correction, ...FEE }
      : { amount: correction.negated(), from: FEE.to, to: FEE.from };
    await this.post('provider_fee', `${reference}:${itemId}`, { reference, ...posting });
  }

  /** Money that the provider keeps back while a dispute is open. */
  holdDispute(reference: string, itemId: number, amount: Money): Promise<void> {
    const accounts: Accounts = { from: 'disputes', to: 'korapay_clearing' };
    return this.post('dispute_hold', String(itemId), { reference, amount, ...accounts });
  }

  /** The dispute is decided: its chargeback is recorded, or the provider pays the money out. */
  releaseDispute(reference: string, key: string, amount: Money): Promise<void> {
    const accounts: Accounts = { from: 'korapay_clearing', to: 'disputes' };
    return this.post('dispute_release', key, { reference, amount, ...accounts });
  }

  /** Nothing when it is unknown what the charge brought in: nothing was held. */
  private async release(
    kind: 'review_release' | 'review_refund',
    key: string,
    { reference, received }: Payment,
    amount: Money,
  ): Promise<void> {
    const accounts: Accounts = { from: 'in_review', to: 'korapay_clearing' };
    if (received) await this.post(kind, key, { reference, amount, ...accounts });
  }

  /** Once per key of its kind. */
  private async post(
    kind: SystemPosting['kind'],
    key: string,
    posting: Omit<SystemPosting, 'kind' | 'idempotencyKey'>,
    prefix: string = kind,
  ): Promise<void> {
    const idempotencyKey = `${prefix}:${key}`;
    if (!(await this.ledger.postBetweenSystemAccounts({ ...posting, kind, idempotencyKey })))
      throw new Error(`${idempotencyKey} was posted before`);
  }
}
