import { DomainError, invalidFields, type ErrorKind } from '../common/errors/domain-error';
import { formatNaira, type Money } from '../common/money/money';
import { SECOND } from '../common/time/clock';
import { readableTime } from '../common/time/calendar';
import type { Maintenance } from '../settings/maintenance.types';
import type { PlacePrice } from './places/place-price';
import { RENEWAL_GRACE_DAYS, type ProxyStatus } from './proxy.types';
import { MAX_SUB_USERS } from './sub-users/sub-user.entity';

/** The kind, code and message of an error that is the same each time. */
const toFactory = (kind: ErrorKind) => (code: string, message: string) => () =>
  new DomainError(kind, code, message);
const conflict = toFactory('conflict');
const notFound = toFactory('not_found');
const unavailable = toFactory('unavailable');
const notCharged = (code: string, message: string) =>
  conflict(code, `${message} You were not charged.`);
const invalid = (field: string, message: string) => () => invalidFields({ [field]: [message] });

/** @param now by the clock that decided that it is on. */
export const underMaintenance = ({ message, until }: Maintenance, now: Date): DomainError =>
  new DomainError(
    'unavailable',
    'MAINTENANCE',
    message,
    undefined,
    until ? (until.getTime() - now.getTime()) / SECOND : undefined,
  );

export const proxyNotFound = notFound(
  'PROXY_NOT_FOUND',
  'We couldn’t find that proxy in your account.',
);

export const unknownProxy = notFound('PROXY_NOT_FOUND', 'We couldn’t find that proxy.');

/** @param status the actual status. */
export const proxyNotActive = (status: Exclude<ProxyStatus, 'active'>): DomainError =>
  new DomainError(
    'conflict',
    status === 'expired' ? 'PROXY_EXPIRED' : 'PROXY_SUSPENDED',
    status === 'expired'
      ? 'This proxy has expired and can no longer be changed.'
      : 'This proxy is suspended. Resume it, or contact support if you did not suspend it.',
  );

export const wrongConnectionType = invalid(
  'connection_type',
  'This proxy has the other connection type.',
);

export const tooManyTags = (limit: number): DomainError =>
  invalidFields({ tags: [`A proxy has at most ${limit} tags`] });

export const notADatacenterProxy = invalid('proxy_id', 'This is not a datacenter proxy.');

export const notAPoolProxy = invalid('proxy_id', 'This is not a residential or mobile proxy.');

/** Its one address was bought. */
export const addressFixed = conflict(
  'ADDRESS_FIXED',
  'A datacenter proxy has one address, which does not rotate. Residential and mobile proxies can change theirs.',
);

/** Its address is not one that was bought for resale, so there is none to give instead. */
export const addressNotReplaceable = conflict(
  'ADDRESS_NOT_REPLACEABLE',
  'The address of this proxy cannot be replaced here. If it does not work, contact support.',
);

export const poolAddressNotReplaceable = conflict(
  'ADDRESS_NOT_REPLACEABLE',
  'Only datacenter proxies have an address to replace. Rotate this proxy to get another one.',
);

/** Another request or staff replaced it first. */
export const addressReplaced = conflict(
  'ADDRESS_REPLACED',
  'This proxy has another address by now. Test it before you replace it again.',
);

export const addressWorks = conflict(
  'ADDRESS_WORKS',
  'We have just connected through this address, so it is not dead. It was not replaced, and none of your replacements is used. If a website refuses it or it is slow, give that as the reason.',
);

export const addressNotTested = unavailable(
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
export const noOtherAddress = conflict(
  'NO_REPLACEMENT',
  'No other address in this country is free until your proxy ends. The proxy keeps its address; try again later, or contact support.',
);

export const connectionNotFound = notFound(
  'CONNECTION_NOT_FOUND',
  'This connection has already ended.',
);

export const connectionsUnavailable = unavailable(
  'CONNECTIONS_UNAVAILABLE',
  'Not every gateway has answered. Please try again in a moment.',
);

export const alreadySuspended = conflict('ALREADY_SUSPENDED', 'This proxy is already suspended.');

export const notSuspendedByStaff = conflict('NOT_SUSPENDED', 'This proxy is not suspended.');

export const notSuspendedByOwner = conflict(
  'NOT_SUSPENDED',
  'You have not suspended this proxy. If it does not work, contact support.',
);

export const suspendedByOwner = conflict(
  'SUSPENDED_BY_OWNER',
  'The owner suspended this proxy, and can resume it.',
);

export const suspendedWithAccount = conflict(
  'SUSPENDED_WITH_OWNER',
  "This proxy is out of service because its owner's account is. It works again when the account is active.",
);

export const orderNotFound = notFound('ORDER_NOT_FOUND', 'We couldn’t find that order.');

export const orderRefunded = conflict('ORDER_REFUNDED', 'This order was already refunded.');

export const nothingUnused = conflict(
  'NOTHING_UNUSED',
  'Nothing of this order is unused. Nothing was refunded; choose an amount to refund some of it anyway.',
);

/** @param why a sentence to the customer. */
export const notRefundable = (why: string): DomainError =>
  new DomainError('conflict', 'NOT_REFUNDABLE', `${why} Nothing was refunded.`);

/** @param expected the amount that was shown. */
export const refundChanged = (expected: Money, actual: Money): DomainError =>
  new DomainError(
    'conflict',
    'REFUND_CHANGED',
    `The unused part is ${formatNaira(actual)} by now, not ${formatNaira(expected)}. Nothing was refunded; look at the new amount and confirm it. Suspend a proxy that is in use first.`,
  );

export const refundTooLarge = (left: Money): DomainError =>
  invalidFields({ amount: [`At most ${formatNaira(left)} of this order can be refunded`] });

export const trialNotRefundable = conflict(
  'TRIAL_ORDER',
  'This order is a free trial, so there is nothing to refund.',
);

/** Each renewal has a price of its own, which a refund of the purchase would not return. */
export const orderHasRenewals = conflict(
  'ORDER_HAS_RENEWALS',
  'Proxies of this order were renewed, got more traffic or were moved to a more expensive place. Refund those orders first.',
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
export const placeNotIncluded = (
  { current, required, difference }: PlacePrice,
  place: string,
): DomainError =>
  new DomainError(
    'conflict',
    'PLACE_NOT_INCLUDED',
    difference.isPositive
      ? `The traffic of this proxy was not bought for ${place}, where it costs ${formatNaira(difference)} more. Nothing was changed or charged; pay the difference, or choose another place.`
      : `The traffic of this proxy was not bought for ${place}, but costs no more there. Change the location of the proxy, free of charge.`,
    {
      current_price: current.toNaira(),
      required_price: required.toNaira(),
      difference: difference.toNaira(),
    },
  );

/** Another request may have paid for it. */
export const placeIncluded = conflict(
  'PLACE_INCLUDED',
  'This place costs no more. You were not charged; change the location of the proxy, free of charge.',
);

/** The price of the later one counts on the place that is already paid. */
export const laterPlaceBought = conflict(
  'LATER_PLACE_BOUGHT',
  'Another place was bought for this proxy afterwards. Refund that order first.',
);

export const addressNotFound = notFound('ADDRESS_NOT_FOUND', 'This address is no longer allowed.');

export const refundedProxy = notCharged(
  'ORDER_REFUNDED',
  'This proxy was refunded. Buy a new one instead.',
);

export const suspendedProxy = notCharged(
  'PROXY_SUSPENDED',
  'This proxy is suspended. Please contact support.',
);

export const addressReleased = notCharged(
  'PROXY_EXPIRED',
  'This proxy has expired and its address is on sale again. Buy a new one instead.',
);

/** @param lastEnd the last instant that the address can be sold for. */
export const addressEnds = (lastEnd: Date): DomainError =>
  new DomainError(
    'conflict',
    'ADDRESS_ENDS',
    `We have the address of this proxy until ${lastEnd.toISOString().slice(0, 10)} only. Choose a shorter period, or ask support for another address. You were not charged.`,
  );

export const endedTooLongAgo = notCharged(
  'PROXY_EXPIRED',
  `This proxy expired more than ${RENEWAL_GRACE_DAYS} days ago. Buy a new one instead.`,
);

export const renewFirst = notCharged(
  'PROXY_EXPIRED',
  'This proxy has expired. Renew it to add traffic.',
);

export const unlimitedTraffic = invalid(
  'gigabytes',
  'Datacenter proxies have no traffic limit. Renew it for a period.',
);

export const choosePackage = invalid('gigabytes', 'Choose a traffic package in GB.');

export const choosePeriod = invalid(
  'duration_minutes',
  'Choose a period of 43200, 86400 or 129600 minutes.',
);

export const noPeriodForPool = invalid(
  'duration_minutes',
  'Residential and mobile proxies are renewed by traffic package: send gigabytes.',
);

/** The end of the proxy has moved, or is to move, so its automatic renewal is not due any more. */
export const cycleOver = notCharged('CYCLE_OVER', 'This proxy is not due for automatic renewal.');

export const renewBeforeAutomation = notCharged(
  'PROXY_EXPIRED',
  'This proxy has expired. Renew it, then switch on automatic renewal.',
);

export const cappedKeyAutomation = toFactory('forbidden')(
  'KEY_HAS_DAILY_LIMIT',
  'This API key has a daily limit, which automatic renewal would not keep to. Switch it on yourself, or use a key without a limit.',
);

/** @param price of one purchase. */
export const limitBelowPrice = (gigabytes: number, price: Money): DomainError =>
  invalidFields({
    monthly_limit: [`${gigabytes} GB cost ${formatNaira(price)}. Set a limit of at least that.`],
  });

/** Of automatic purchases of traffic. */
export const autoTrafficLimitReached = notCharged(
  'MONTHLY_LIMIT_REACHED',
  'The monthly limit of automatic traffic is reached.',
);

/** Another request has moved it since its price was calculated. */
export const proxyMoved = notCharged(
  'PROXY_MOVED',
  'The location of this proxy has just changed. Look at the price again.',
);

export const subUserNotFound = notFound(
  'SUB_USER_NOT_FOUND',
  'We couldn’t find that sub-user of this proxy.',
);

export const subUserExists = (name: string): DomainError =>
  new DomainError('conflict', 'SUB_USER_EXISTS', `This proxy already has a sub-user “${name}”.`);

export const tooManySubUsers = conflict(
  'TOO_MANY_SUB_USERS',
  `A proxy has at most ${MAX_SUB_USERS} sub-users. Remove one that is no longer needed.`,
);

/** The address is wrong, was revoked, or ended with the access of its creator. */
export const listNotFound = notFound(
  'LIST_NOT_FOUND',
  'This list does not exist any more. Its owner can create a new address for it.',
);

/** To the owner of a proxy, or to whoever asks for one of somebody else. */
export const listNotShared = notFound(
  'LIST_NOT_SHARED',
  'You have no such proxy, or its connections are not shared.',
);

export const trialOff = notFound('TRIAL_OFF', 'There is no free trial at the moment.');

export const trialNeedsVerifiedEmail = toFactory('forbidden')(
  'TRIAL_EMAIL_NOT_VERIFIED',
  'Verify your email address first, then take the free trial.',
);

export const trialEmailRefused = toFactory('forbidden')(
  'TRIAL_EMAIL_REFUSED',
  'The free trial is not for addresses of throwaway mail. Change the email address of your account, or buy any package.',
);

export const trialUsed = conflict(
  'TRIAL_USED',
  'The free trial is once per person, and it was used with this account, email address or internet connection. Buy any package to go on.',
);

/** @param limit of people a day whose mail has one domain. */
export const trialLimitReached = (limit: number): DomainError =>
  new DomainError(
    'conflict',
    'TRIAL_LIMIT_REACHED',
    `${limit} people with an email address of your domain had the free trial today. Try again tomorrow.`,
  );

export const testUnavailable = unavailable(
  'TEST_UNAVAILABLE',
  'Proxies cannot be tested from here at the moment. Your proxy is not affected.',
);
