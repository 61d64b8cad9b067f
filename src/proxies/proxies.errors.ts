import { DomainError, invalidFields } from '../common/errors/domain-error';
import { formatNaira, type Money } from '../common/money/money';
import { readableTime } from '../common/time/calendar';
import type { PlacePrice } from './places/place-price';
import type { ProxyStatus } from './proxy.types';

export const proxyNotFound = (): DomainError =>
  new DomainError('not_found', 'PROXY_NOT_FOUND', 'We couldn’t find that proxy in your account.');

export const proxyNotFoundByStaff = (): DomainError =>
  new DomainError('not_found', 'PROXY_NOT_FOUND', 'We couldn’t find that proxy.');

/** @param status the actual status. */
export const proxyNotActive = (status: Exclude<ProxyStatus, 'active'>): DomainError =>
  new DomainError(
    'conflict',
    status === 'expired' ? 'PROXY_EXPIRED' : 'PROXY_SUSPENDED',
    status === 'expired'
      ? 'This proxy has expired and can no longer be changed.'
      : 'This proxy is suspended. Resume it, or contact support if you did not suspend it.',
  );

export const wrongConnectionType = (): DomainError =>
  invalidFields({ connection_type: ['This proxy has the other connection type.'] });

export const tooManyTags = (limit: number): DomainError =>
  invalidFields({ tags: [`A proxy has at most ${limit} tags`] });

export const notADatacenterProxy = (): DomainError =>
  invalidFields({ proxy_id: ['This is not a datacenter proxy.'] });

export const notAPoolProxy = (): DomainError =>
  invalidFields({ proxy_id: ['This is not a residential or mobile proxy.'] });

/** Its one address was bought. */
export const addressFixed = (): DomainError =>
  new DomainError(
    'conflict',
    'ADDRESS_FIXED',
    'A datacenter proxy has one address, which does not rotate. Residential and mobile proxies can change theirs.',
  );

/** Its address is not one that was bought for resale, so there is none to give instead. */
export const addressNotReplaceable = (): DomainError =>
  new DomainError(
    'conflict',
    'ADDRESS_NOT_REPLACEABLE',
    'The address of this proxy cannot be replaced here. If it does not work, contact support.',
  );

export const poolAddressNotReplaceable = (): DomainError =>
  new DomainError(
    'conflict',
    'ADDRESS_NOT_REPLACEABLE',
    'Only datacenter proxies have an address to replace. Rotate this proxy to get another one.',
  );

/** Another request or staff replaced it first. */
export const addressReplaced = (): DomainError =>
  new DomainError(
    'conflict',
    'ADDRESS_REPLACED',
    'This proxy has another address by now. Test it before you replace it again.',
  );

export const addressWorks = (): DomainError =>
  new DomainError(
    'conflict',
    'ADDRESS_WORKS',
    'We have just connected through this address, so it is not dead. It was not replaced, and none of your replacements is used. If a website refuses it or it is slow, give that as the reason.',
  );

export const addressNotTested = (): DomainError =>
  new DomainError(
    'unavailable',
    'ADDRESS_NOT_TESTED',
    'We could not test whether this address is dead. It was not replaced, and none of your replacements is used. Try again in a minute.',
  );

/** @param nextAt when the owner may replace it again. */
export const replacementLimit = (limit: number, nextAt: Date): DomainError =>
  new DomainError(
    'conflict',
    'REPLACEMENT_LIMIT',
    `The address of a proxy can be replaced ${limit} times in 30 days. You can replace this one again after ${readableTime(nextAt)}. If it does not work, contact support.`,
    { next_at: [nextAt.toISOString()] },
  );

/** The wording for customers of the catalog's error of the same code. */
export const noOtherAddress = (): DomainError =>
  new DomainError(
    'conflict',
    'NO_REPLACEMENT',
    'No other address in this country is free until your proxy ends. The proxy keeps its address; try again later, or contact support.',
  );

export const connectionNotFound = (): DomainError =>
  new DomainError('not_found', 'CONNECTION_NOT_FOUND', 'This connection has already ended.');

export const connectionsUnavailable = (): DomainError =>
  new DomainError(
    'unavailable',
    'CONNECTIONS_UNAVAILABLE',
    'Not every gateway has answered. Please try again in a moment.',
  );

export const alreadySuspended = (): DomainError =>
  new DomainError('conflict', 'ALREADY_SUSPENDED', 'This proxy is already suspended.');

export const notSuspendedByStaff = (): DomainError =>
  new DomainError('conflict', 'NOT_SUSPENDED', 'This proxy is not suspended.');

export const notSuspendedByOwner = (): DomainError =>
  new DomainError(
    'conflict',
    'NOT_SUSPENDED',
    'You have not suspended this proxy. If it does not work, contact support.',
  );

export const suspendedByOwner = (): DomainError =>
  new DomainError(
    'conflict',
    'SUSPENDED_BY_OWNER',
    'The owner suspended this proxy, and can resume it.',
  );

export const suspendedWithAccount = (): DomainError =>
  new DomainError(
    'conflict',
    'SUSPENDED_WITH_OWNER',
    "This proxy is out of service because its owner's account is. It works again when the account is active.",
  );

export const orderNotFound = (): DomainError =>
  new DomainError('not_found', 'ORDER_NOT_FOUND', 'We couldn’t find that order.');

export const orderRefunded = (): DomainError =>
  new DomainError('conflict', 'ORDER_REFUNDED', 'This order was already refunded.');

export const nothingUnused = (): DomainError =>
  new DomainError(
    'conflict',
    'NOTHING_UNUSED',
    'Nothing of this order is unused. Nothing was refunded; choose an amount to refund some of it anyway.',
  );

/** @param expected the amount that was shown. */
export const refundChanged = (expected: Money, actual: Money): DomainError =>
  new DomainError(
    'conflict',
    'REFUND_CHANGED',
    `The unused part is ${formatNaira(actual)} by now, not ${formatNaira(expected)}. Nothing was refunded; look at the new amount and confirm it. Suspend a proxy that is in use first.`,
  );

export const refundTooLarge = (left: Money): DomainError =>
  invalidFields({ amount: [`At most ${formatNaira(left)} of this order can be refunded`] });

/** Each renewal has a price of its own, which a refund of the purchase would not return. */
export const orderHasRenewals = (): DomainError =>
  new DomainError(
    'conflict',
    'ORDER_HAS_RENEWALS',
    'Proxies of this order were renewed, got more traffic or were moved to a dearer place. Refund those orders first.',
  );

/** @param expected the total that the buyer agreed to. */
export const priceChanged = (expected: Money, actual: Money): DomainError =>
  new DomainError(
    'conflict',
    'PRICE_CHANGED',
    `The price changed from ${formatNaira(expected)} to ${formatNaira(actual)}. You were not charged.`,
    { expected_total: expected.toNaira(), actual_total: actual.toNaira() },
  );

/** @param price of what the traffic of the proxy is and what it would be worth. */
export const placeNotIncluded = ({ current, required, difference }: PlacePrice): DomainError =>
  new DomainError(
    'conflict',
    'PLACE_NOT_INCLUDED',
    difference.isPositive
      ? `The traffic of this proxy was not bought for this place, where it costs ${formatNaira(difference)} more. Nothing was changed or charged; pay the difference, or choose another place.`
      : 'The traffic of this proxy was not bought for this place, but costs no more there. Change the location of the proxy, free of charge.',
    {
      current_price: current.toNaira(),
      required_price: required.toNaira(),
      difference: difference.toNaira(),
    },
  );

/** Another request may have paid for it. */
export const placeIncluded = (): DomainError =>
  new DomainError(
    'conflict',
    'PLACE_INCLUDED',
    'This place costs no more. You were not charged; change the location of the proxy, free of charge.',
  );

/** The price of the later one counts on the place that is already paid. */
export const laterPlaceBought = (): DomainError =>
  new DomainError(
    'conflict',
    'LATER_PLACE_BOUGHT',
    'Another place was bought for this proxy afterwards. Refund that order first.',
  );

export const addressNotFound = (): DomainError =>
  new DomainError('not_found', 'ADDRESS_NOT_FOUND', 'This address is no longer allowed.');
