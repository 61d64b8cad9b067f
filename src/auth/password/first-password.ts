import type { UserAccount } from '../../users/users.types';
import { firstPasswordExpired } from '../auth.errors';

/** @throws DomainError forbidden FIRST_PASSWORD_EXPIRED. */
export function assertPasswordNotExpired(
  { firstPasswordExpiresAt: end }: UserAccount,
  now: Date,
): void {
  if (end && end <= now) throw firstPasswordExpired();
}
