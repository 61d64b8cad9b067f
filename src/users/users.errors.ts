import { DomainError, invalidFields, refusalsOf } from '../common/errors/domain-error';
import { PERMISSION_TABLE, type Permission } from '../common/security/permissions';
import { readableTime } from '../common/time/calendar';

export const refuse = refusalsOf({
  not_found: {
    ROLE_NOT_FOUND: 'We couldn’t find that role. It may have been removed.',
    NOTE_NOT_FOUND: 'You have written no such note.',
  },
  forbidden: { STAFF_ONLY_BY_MANAGERS: 'Only those who manage staff can change a staff account.' },
});

/** Nobody gives what they do not have. */
export const permissionsNotHeld = (missing: readonly Permission[]): DomainError =>
  new DomainError(
    'forbidden',
    'PERMISSIONS_NOT_HELD',
    `Nothing was changed. You do not have these permissions yourself: ${missing
      .map((one) => PERMISSION_TABLE[one].label)
      .join(', ')}.`,
  );

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
