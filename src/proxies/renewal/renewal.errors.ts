import { DomainError, invalidFields } from '../../common/errors/domain-error';
import { RENEWAL_GRACE_DAYS } from './renewable';

const conflict = (code: string, message: string): DomainError =>
  new DomainError('conflict', code, `${message} You were not charged.`);

export const refundedProxy = (): DomainError =>
  conflict('ORDER_REFUNDED', 'This proxy was refunded. Buy a new one instead.');

export const suspendedProxy = (): DomainError =>
  conflict('PROXY_SUSPENDED', 'This proxy is suspended. Please contact support.');

export const addressReleased = (): DomainError =>
  conflict(
    'PROXY_EXPIRED',
    'This proxy has expired and its address is on sale again. Buy a new one instead.',
  );

/** @param lastEnd the last instant that the address can be sold for. */
export const addressEnds = (lastEnd: Date): DomainError =>
  conflict(
    'ADDRESS_ENDS',
    `We have the address of this proxy until ${lastEnd.toISOString().slice(0, 10)} only. Choose a shorter period, or ask support for another address.`,
  );

export const endedTooLongAgo = (): DomainError =>
  conflict(
    'PROXY_EXPIRED',
    `This proxy expired more than ${RENEWAL_GRACE_DAYS} days ago. Buy a new one instead.`,
  );

export const renewFirst = (): DomainError =>
  conflict('PROXY_EXPIRED', 'This proxy has expired. Renew it to add traffic.');

export const unlimitedTraffic = (): DomainError =>
  invalidFields({
    gigabytes: ['Datacenter proxies have no traffic limit. Renew it for a period.'],
  });

export const choosePackage = (): DomainError =>
  invalidFields({ gigabytes: ['Choose a traffic package in GB.'] });

export const choosePeriod = (): DomainError =>
  invalidFields({ duration_minutes: ['Choose a period of 43200, 86400 or 129600 minutes.'] });

export const noPeriodForPool = (): DomainError =>
  invalidFields({
    duration_minutes: [
      'Residential and mobile proxies are renewed by traffic package: send gigabytes.',
    ],
  });

/** The end of the proxy has moved, or is to move, so its automatic renewal is not due any more. */
export const cycleOver = (): DomainError =>
  conflict('CYCLE_OVER', 'This proxy is not due for automatic renewal.');

export const renewBeforeAutomation = (): DomainError =>
  conflict('PROXY_EXPIRED', 'This proxy has expired. Renew it, then switch on automatic renewal.');

export const cappedKeyAutomation = (): DomainError =>
  new DomainError(
    'forbidden',
    'KEY_HAS_DAILY_LIMIT',
    'This API key has a daily limit, which automatic renewal would not keep to. Switch it on yourself, or use a key without a limit.',
  );

/** Another request has moved it since its price was calculated. */
export const proxyMoved = (): DomainError =>
  conflict('PROXY_MOVED', 'The location of this proxy has just changed. Look at the price again.');
