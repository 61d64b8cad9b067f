import { StatusBadge } from '@/components/format/status-badge';
import type { User } from './user';

/** Whether the owner has confirmed the email of the account. */
export function EmailStatus({ user }: { user: Pick<User, 'email_verified_at'> }) {
  return user.email_verified_at ? (
    <StatusBadge status="verified" />
  ) : (
    <StatusBadge status="pending" word="Unverified" />
  );
}
