import { DomainError } from '../../common/errors/domain-error';

export const paymentUnknown = (): DomainError =>
  new DomainError('not_found', 'PAYMENT_NOT_FOUND', 'There is no such card payment.');
