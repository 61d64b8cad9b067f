import { Money } from '../../common/money/money';
import type { Charge } from '../ports/card-provider.port';

/**
 * Part of the provider's fee that the shop bears: all of it, less what the customer paid on top of `booked`.
 * A provider that reports the accepted amount has returned any excess, so that the customer bore nothing.
 * Zero while the fee is unknown.
 * @param booked what the charge adds to the clearing account.
 */
export function getShopFee(
  booked: Money,
  { fee, amountPaid, amountAccepted }: Pick<Charge, 'fee' | 'amountPaid' | 'amountAccepted'>,
): Money {
  if (!fee?.isPositive) return Money.zero;
  if (amountAccepted !== undefined || !amountPaid) return fee;
  const onTop = amountPaid.minus(booked);
  if (!onTop.isPositive) return fee;
  return onTop.isLessThan(fee) ? fee.minus(onTop) : Money.zero;
}
