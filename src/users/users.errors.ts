import { DomainError, invalidFields } from '../common/errors/domain-error';

export const emailTaken = (): DomainError =>
  invalidFields({ email: ['An account with this email already exists.'] });

export const userNotFound = (): DomainError =>
  new DomainError('not_found', 'USER_NOT_FOUND', 'User not found');
