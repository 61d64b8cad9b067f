import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ClearingService } from '../clearing.service';
import { Payment } from '../payment.entity';
import {
  matchItem,
  MATCHED_COLUMNS,
  type MatchCandidate,
  type MatchDecision,
  type MatchedPayment,
} from './payout-matching';
import { Payout, PayoutItem } from './payout.entity';
import type { NewPayoutItem } from './payout.types';

const REMATCH_BATCH = 500;
/** Payments that one statement locks. */
const CHUNK = 500;

/** Matches the items of payouts with payments and refunds, and posts what follows from a match. */
@Injectable()
export class PayoutItemService {
  constructor(
    private readonly uow: UnitOfWork,
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
      const { result, expected } = decision;
      const { identifiers } = await this.uow.requireTransaction().insert(PayoutItem, {
        ...item,
        ...{ payoutId: payout.id, position, result, expected, held: Money.zero },
        paymentId: payment?.id ?? null,
      });
      await this.post(payout, { ...item, id: identifiers[0]!.id as number }, payment, decision);
      matched += Number(result === 'matched');
    }
    return { matched, unmatched: items.length - matched };
  }

  /** Compares items without a match again, the newest first, each in its own transaction: the payment may be credited by now. */
  async rematch(): Promise<void> {
    const unmatched = await this.uow.manager.query<{ id: number }[]>(
      `SELECT id FROM payment_payout_item WHERE result <> 'matched' ORDER BY id DESC LIMIT $1`,
      [REMATCH_BATCH],
    );
    for (const { id } of unmatched) await this.uow.run(() => this.rematchItem(id));
  }

  /** Ends the hold of a payment's disputes, up to the amount. Needs the payment's row lock. */
  async releaseDisputes(paymentId: number, reference: string, amount: Money): Promise<void> {
    let left = amount;
    for (const { id, held } of await this.findDisputes(paymentId)) {
      const released = held.isLessThan(left) ? held : left;
      if (released.isZero) continue;
      await this.clearing.releaseDispute(reference, `${id}:${held.kobo}`, released);
      await this.update(id, { held: held.minus(released) });
      left = left.minus(released);
    }
  }

  /** Locks the payout, then the payment. */
  private async rematchItem(id: number): Promise<void> {
    const manager = this.uow.requireTransaction();
    const { payoutId } = await manager.findOneByOrFail(PayoutItem, { id });
    const payout = await manager.findOneOrFail(Payout, {
      where: { id: payoutId },
      lock: { mode: 'pessimistic_write' },
    });
    const item = await manager.findOneByOrFail(PayoutItem, { id });
    if (item.result === 'matched') return;
    const payment = (await this.lockPayments([item])).get(item.reference) ?? null;
    const decision = matchItem(item, await this.findCandidate(item, payment));
    const { result, expected } = decision;
    await this.update(id, { result, expected, paymentId: payment?.id ?? null });
    await this.post(payout, item, payment, decision);
  }

  /** Payments of charges and disputes by reference, locked in the order of their ids until the unit of work ends. */
  private async lockPayments(
    items: readonly NewPayoutItem[],
  ): Promise<Map<string, MatchedPayment>> {
    const charged = items.filter(({ kind }) => kind === 'charge' || kind === 'dispute');
    const references = [...new Set(charged.map(({ reference }) => reference))].sort();
    const payments = new Map<string, MatchedPayment>();
    for (let start = 0; start < references.length; start += CHUNK) {
      const locked = await this.uow
        .requireTransaction()
        .createQueryBuilder(Payment, 'p')
        .select(MATCHED_COLUMNS.map((column) => `p.${column}`))
        .where('p.reference IN (:...some)', { some: references.slice(start, start + CHUNK) })
        .orderBy('p.id')
        .setLock('pessimistic_write')
        .getMany();
      for (const payment of locked) payments.set(payment.reference, payment);
    }
    return payments;
  }

  private async findCandidate(
    { kind, reference }: NewPayoutItem,
    payment: MatchedPayment | null,
  ): Promise<MatchCandidate> {
    const refund = kind === 'refund' ? await this.findRefund(reference) : null;
    const disputes = kind === 'dispute' && payment ? await this.findDisputes(payment.id) : [];
    const isMatched =
      (kind === 'charge' || kind === 'refund') &&
      (await this.uow.manager.existsBy(PayoutItem, { kind, reference, result: 'matched' }));
    return {
      payment,
      isMatched,
      isRefundKnown: refund !== null,
      refunded: refund?.kobo ? Money.kobo(BigInt(refund.kobo)) : null,
      deducted: disputes.reduce((sum, { amount }) => sum.minus(amount), Money.zero),
      held: disputes.reduce((sum, { held }) => sum.plus(held), Money.zero),
    };
  }

  /**
   * What the shop has booked for a refund, by its reference at the provider: one of its own, or one that was
   * made at the provider. @returns null when it is unknown; `kobo` is null until it has succeeded.
   */
  private async findRefund(reference: string): Promise<{ kobo: string | null } | null> {
    const [row] = await this.uow.manager.query<{ kobo: string | null }[]>(
      `SELECT CASE WHEN status = 'succeeded' THEN amount_kobo END AS kobo FROM payment_refund WHERE reference = $1
       UNION ALL SELECT amount_kobo FROM wallet_transaction WHERE reference = 'PROVIDER-REFUND-' || $1
       LIMIT 1`,
      [reference],
    );
    return row ?? null;
  }

  /** Matched disputes of a payment. */
  private findDisputes(paymentId: number): Promise<PayoutItem[]> {
    return this.uow.manager.find(PayoutItem, {
      where: { paymentId, kind: 'dispute', result: 'matched' },
      order: { id: 'ASC' },
    });
  }

  private async update(id: number, change: Partial<PayoutItem>): Promise<void> {
    await this.uow.requireTransaction().update(PayoutItem, { id }, change);
  }

  private async post(
    payout: Payout,
    item: NewPayoutItem & { readonly id: number },
    payment: MatchedPayment | null,
    { result, shopFee, dispute }: MatchDecision,
  ): Promise<void> {
    if (result !== 'matched') return;
    if (payment && shopFee) {
      const correction = shopFee.minus(payment.feeBooked);
      await this.clearing.correctFee(payment.reference, item.id, correction);
      const { id } = payment;
      await this.uow.requireTransaction().update(Payment, { id }, { feeBooked: shopFee });
      return;
    }
    await this.clearing.bookItemFee(payout.reference, item.id, item.fee);
    if (dispute === 'hold') {
      const held = item.amount.negated();
      await this.clearing.holdDispute(item.reference, item.id, held);
      await this.update(item.id, { held });
    }
    if (dispute === 'release') await this.releaseDisputes(payment!.id, item.reference, item.amount);
  }
}
