import type { PayoutItemResult } from '../payments.types';
import { Money } from '../../common/money/money';
import { Payment } from '../payment.entity';
import type { ProviderPayoutItem } from '../korapay/korapay.types';
import { Payout, PayoutItem, type ImportCounts } from './payout.entity';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { ClearingService } from '../clearing.service';

/** Without the large `provider_payload`: an import locks all payments of a payout. */
export const MATCHED_COLUMNS = [
  'id',
  'reference',
  'status',
  'amount',
  'received',
  'credited',
  'feeBooked',
  'chargedBack',
] as const satisfies readonly (keyof Payment)[];
export type MatchedPayment = Pick<Payment, (typeof MATCHED_COLUMNS)[number]>;

/** What the shop knows about the reference of an item. */
export interface MatchCandidate {
  readonly payment: MatchedPayment | null;
  /** Of a refund: what was booked for it; null when it is unknown or has not succeeded. */
  readonly refunded: Money | null;
  readonly isRefundKnown: boolean;
  /** Whether another item was matched with it. */
  readonly isMatched: boolean;
  /** Of disputes: already deducted by matched items of the payment. */
  readonly deducted: Money;
  /** Of disputes: held by the provider. */
  readonly held: Money;
}

export interface MatchDecision {
  readonly result: PayoutItemResult;
  /** What the ledger has booked for it, less the fee; null when nothing is. */
  readonly expected: Money | null;
  /** Of a matched charge: the fee that the shop bears. */
  readonly shopFee?: Money;
  /** Of a matched dispute: whether the provider holds the money from now on, or returns what it held. */
  readonly dispute?: 'hold' | 'release';
}

const unmatched = (
  result: Exclude<PayoutItemResult, 'matched'>,
  expected: Money | null = null,
): MatchDecision => ({ result, expected });

/** Compares an item of a payout with the shop's own records. */
export function matchItem(item: ProviderPayoutItem, candidate: MatchCandidate): MatchDecision {
  if (item.kind === 'charge') return matchCharge(item, candidate);
  if (item.kind === 'refund') return matchRefund(item, candidate);
  if (item.kind === 'dispute') return matchDispute(item, candidate);
  return unmatched('unknown_reference');
}

/** What the ledger has booked for a paid charge; null unless it was paid. */
export function getBookedAmount(payment: MatchedPayment): Money | null {
  const { status, received, credited, amount } = payment;
  if (status === 'successful') return received ?? credited ?? amount;
  return status === 'review' || status === 'rejected' ? received : null;
}

/** The customer may bear a part of the fee, on top of the booked amount. */
function matchCharge(
  item: ProviderPayoutItem,
  { payment, isMatched }: MatchCandidate,
): MatchDecision {
  if (!payment) return unmatched('unknown_reference');
  const booked = getBookedAmount(payment);
  if (!booked) return unmatched('not_booked');
  if (isMatched) return unmatched('duplicate');
  const shopFee = booked.minus(item.amount.minus(item.fee));
  if (shopFee.isLessThan(Money.zero) || item.fee.isLessThan(shopFee))
    return unmatched('amount_differs', booked.minus(payment.feeBooked));
  return { result: 'matched', expected: booked.minus(shopFee), shopFee };
}

function matchRefund(item: ProviderPayoutItem, candidate: MatchCandidate): MatchDecision {
  if (!candidate.isRefundKnown) return unmatched('unknown_reference');
  if (!candidate.refunded) return unmatched('not_booked');
  if (candidate.isMatched) return unmatched('duplicate');
  const expected = candidate.refunded.negated();
  return item.amount.equals(expected)
    ? { result: 'matched', expected: expected.minus(item.fee) }
    : unmatched('amount_differs', expected);
}

/**
 * A deduction is either of a recorded chargeback, which the ledger has booked, or held from now on until one is
 * recorded or the provider returns it. What is returned was held, or put back into the wallet before.
 */
function matchDispute(item: ProviderPayoutItem, candidate: MatchCandidate): MatchDecision {
  const { payment, deducted, held } = candidate;
  if (!payment) return unmatched('unknown_reference');
  if (payment.status !== 'successful') return unmatched('not_booked');
  const expected = item.amount.minus(item.fee);
  const { chargedBack } = payment;
  // Chargebacks that no payout has deducted yet; negative after a won dispute that none has returned yet.
  const open = chargedBack.minus(deducted.minus(held));
  if (item.amount.isPositive) {
    if (!held.isLessThan(item.amount)) return { result: 'matched', expected, dispute: 'release' };
    return open.negated().isLessThan(item.amount)
      ? unmatched('not_booked')
      : { result: 'matched', expected };
  }
  const amount = item.amount.negated();
  if (!amount.isPositive) return unmatched('amount_differs');
  if (open.isPositive)
    return open.isLessThan(amount)
      ? unmatched('amount_differs', open.negated())
      : { result: 'matched', expected };
  const credited = payment.credited ?? payment.amount;
  return credited.minus(chargedBack).minus(held).isLessThan(amount)
    ? unmatched('amount_differs')
    : { result: 'matched', expected, dispute: 'hold' };
}

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
    items: readonly ProviderPayoutItem[],
  ): Promise<Pick<ImportCounts, 'matchedItems' | 'unmatchedItems'>> {
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
    return { matchedItems: matched, unmatchedItems: items.length - matched };
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
    items: readonly ProviderPayoutItem[],
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
    { kind, reference }: ProviderPayoutItem,
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
    item: ProviderPayoutItem & { readonly id: number },
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
