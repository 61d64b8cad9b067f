import { DomainError, invalidFields } from '../common/errors/domain-error';
import { readableTime } from '../common/time/calendar';

export const emailTaken = (): DomainError =>
  invalidFields({ email: ['An account with this email already exists.'] });

export const userNotFound = (): DomainError =>
  new DomainError('not_found', 'USER_NOT_FOUND', 'User not found');

/** @param from when the approval of this admin counts; null for an account that is not an active admin. */
export const approverTooNew = (from: Date | null): DomainError =>
  new DomainError(
    'forbidden',
    'APPROVER_TOO_NEW',
    from
      ? `Nothing was approved: you have been an admin for less than 24 hours. You can approve from ${readableTime(from)}; until then another admin has to.`
      : 'Nothing was approved: only an active admin can approve.',
  );
