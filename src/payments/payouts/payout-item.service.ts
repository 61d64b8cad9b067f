import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ClearingService } from '../clearing/clearing.service';
import type { PayoutItem } from './payout-item.entity';
import {
  matchItem,
  type MatchCandidate,
  type MatchDecision,
  type MatchedPayment,
} from './payout-matching';
import { PayoutRepository } from './payout.repository';
import type { Payout } from './payout.entity';
import type { NewPayoutItem } from './payout.types';

const REMATCH_BATCH = 500;

/** Matches the items of payouts with payments and refunds, and posts what follows from a match. */
@Injectable()
export class PayoutItemService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly payouts: PayoutRepository,
    private readonly clearing: ClearingService,
  ) {}

  /** Needs the payout's row lock. */
  async add(
    payout: Payout,
    items: readonly NewPayoutItem[],
  ): Promise<{ matched: number; unmatched: number }> {
    const payments = await this.lockPayments(items);
    let matched = 0;
    for (const [position, item] of items.entries()) {
      const payment = payments.get(item.reference) ?? null;
      const decision = matchItem(item, await this.findCandidate(item, payment));
      const id = await this.payouts.insertItem({
        payoutId: payout.id,
        position,
        kind: item.kind,
        reference: item.reference,
        amountKobo: item.amount.kobo,
        feeKobo: item.fee.kobo,
        result: decision.result,
        paymentId: payment?.id ?? null,
        expectedKobo: decision.expected?.kobo ?? null,
        heldKobo: 0n,
      });
      await this.post(payout, { id, ...item }, payment, decision);
      matched += Number(decision.result === 'matched');
    }
    return { matched, unmatched: items.length - matched };
  }

  /** Compares items without a match again, each in its own transaction: the payment may be credited by now. */
  async rematch(): Promise<void> {
    for (const id of await this.payouts.findUnmatchedIds(REMATCH_BATCH))
      await this.uow.run(() => this.rematchItem(id));
  }

  /** Ends the hold of a payment's disputes, up to the amount. Needs the payment's row lock. */
  async releaseDisputes(paymentId: number, reference: string, amount: Money): Promise<void> {
    let left = amount.kobo;
    for (const { id, heldKobo } of await this.payouts.findDisputes(paymentId)) {
      const released = heldKobo < left ? heldKobo : left;
      if (released === 0n) continue;
      await this.clearing.releaseDispute(reference, `${id}:${heldKobo}`, Money.kobo(released));
      await this.payouts.updateItem(id, { heldKobo: heldKobo - released });
      left -= released;
    }
  }

  private async rematchItem(id: number): Promise<void> {
    const found = await this.payouts.lockUnmatched(id);
    if (!found) return;
    const item = toNewItem(found.item);
    const payment = (await this.lockPayments([item])).get(item.reference) ?? null;
    const decision = matchItem(item, await this.findCandidate(item, payment));
    await this.payouts.updateItem(id, {
      result: decision.result,
      expectedKobo: decision.expected?.kobo ?? null,
      paymentId: payment?.id ?? null,
    });
    await this.post(found.payout, { id, ...item }, payment, decision);
  }

  private async lockPayments(
    items: readonly NewPayoutItem[],
  ): Promise<Map<string, MatchedPayment>> {
    const references = items
      .filter(({ kind }) => kind === 'charge' || kind === 'dispute')
      .map(({ reference }) => reference);
    const payments = await this.payouts.lockPayments(references);
    return new Map(payments.map((payment) => [payment.reference, payment]));
  }

  private async findCandidate(
    { kind, reference }: NewPayoutItem,
    payment: MatchedPayment | null,
  ): Promise<MatchCandidate> {
    const refund = kind === 'refund' ? await this.payouts.findRefund(reference) : null;
    const disputes =
      kind === 'dispute' && payment ? await this.payouts.findDisputes(payment.id) : [];
    const sum = (pick: (item: PayoutItem) => bigint) =>
      Money.kobo(disputes.reduce((total, item) => total + pick(item), 0n));
    return {
      payment,
      isRefundKnown: refund !== null,
      refunded: refund?.kobo ? Money.kobo(refund.kobo) : null,
      isMatched:
        (kind === 'charge' || kind === 'refund') && (await this.payouts.isMatched(kind, reference)),
      deducted: sum(({ amountKobo }) => -amountKobo),
      held: sum(({ heldKobo }) => heldKobo),
    };
  }

  private async post(
    payout: Payout,
    item: NewPayoutItem & { readonly id: number },
    payment: MatchedPayment | null,
    { result, shopFee, dispute }: MatchDecision,
  ): Promise<void> {
    if (result !== 'matched') return;
    if (payment && shopFee) {
      const correction = shopFee.minus(Money.kobo(payment.feeBookedKobo));
      await this.clearing.correctFee(payment.reference, item.id, correction);
      await this.payouts.bookFee(payment.id, shopFee.kobo);
      return;
    }
    await this.clearing.bookItemFee(payout.reference, item.id, item.fee);
    if (dispute === 'hold') {
      const held = item.amount.negated();
      await this.clearing.holdDispute(item.reference, item.id, held);
      await this.payouts.updateItem(item.id, { heldKobo: held.kobo });
    }
    if (dispute === 'release') await this.releaseDisputes(payment!.id, item.reference, item.amount);
  }
}

const toNewItem = ({ kind, reference, amountKobo, feeKobo }: PayoutItem): NewPayoutItem => ({
  kind,
  reference,
  amount: Money.kobo(amountKobo),
  fee: Money.kobo(feeKobo),
});
