import { DomainError, invalidFields } from '../common/errors/domain-error';
import type { ProxyStatus } from './proxy.types';

export const proxyNotFound = (): DomainError =>
  new DomainError('not_found', 'PROXY_NOT_FOUND', 'There is no such proxy in your account.');

export const proxyNotFoundByStaff = (): DomainError =>
  new DomainError('not_found', 'PROXY_NOT_FOUND', 'There is no such proxy.');

/** @param status the actual status. */
export const proxyNotActive = (status: Exclude<ProxyStatus, 'active'>): DomainError =>
  new DomainError(
    'conflict',
    status === 'expired' ? 'PROXY_EXPIRED' : 'PROXY_SUSPENDED',
    status === 'expired'
      ? 'This proxy has expired and can no longer be changed.'
      : 'This proxy is suspended. Contact support to have it looked at.',
  );

export const wrongConnectionType = (): DomainError =>
  invalidFields({ connection_type: ['The proxy is of the other connection type.'] });

export const notADatacenterProxy = (): DomainError =>
  invalidFields({ proxy_id: ['This is not a datacenter proxy.'] });

export const notAPoolProxy = (): DomainError =>
  invalidFields({ proxy_id: ['This is not a residential or mobile proxy.'] });

/** Nothing was delivered and the order is refunded. */
export const deliveryFailed = (): DomainError =>
  new DomainError(
    'upstream_failed',
    'DELIVERY_FAILED',
    'Your order could not be delivered. The full amount is back in your wallet.',
  );

export const configurationFailed = (): DomainError =>
  new DomainError(
    'upstream_failed',
    'CONFIGURATION_FAILED',
    'Failed to update proxy configuration. Nothing was charged; please try again.',
  );

export const idempotencyKeyReused = (): DomainError =>
  new DomainError(
    'conflict',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was used for another order. Send a new key for a new order.',
  );

export const alreadySuspended = (): DomainError =>
  new DomainError('conflict', 'ALREADY_SUSPENDED', 'This proxy is suspended already.');

export const notSuspendedByStaff = (): DomainError =>
  new DomainError('conflict', 'NOT_SUSPENDED', 'This proxy is not suspended.');

export const suspendedWithAccount = (): DomainError =>
  new DomainError(
    'conflict',
    'SUSPENDED_WITH_OWNER',
    "This proxy is out of service because its owner's account is. It comes back with the account.",
  );

export const credentialsRefused = (): DomainError =>
  new DomainError(
    'upstream_failed',
    'CREDENTIALS_REFUSED',
    'No new credentials could be made. The old ones still work.',
  );

/** The provider did not answer, so the valid credentials are unknown until it does. */
export const credentialsPending = (): DomainError =>
  new DomainError(
    'upstream_failed',
    'CREDENTIALS_PENDING',
    'The new credentials are not here yet. They will show on this proxy within a minute or two.',
  );

export const orderNotFound = (): DomainError =>
  new DomainError('not_found', 'ORDER_NOT_FOUND', 'There is no such order.');

export const orderRefunded = (): DomainError =>
  new DomainError('conflict', 'ORDER_REFUNDED', 'This order was refunded before.');

export const orderNotDelivered = (): DomainError =>
  new DomainError(
    'conflict',
    'ORDER_NOT_DELIVERED',
    'This order is still being delivered. It is refunded by itself should nothing come of it.',
  );
