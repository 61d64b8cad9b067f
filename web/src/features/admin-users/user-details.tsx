import { useIsAdmin } from '@/api/use-is-admin';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { Facts, Section } from '@/components/layout/facts';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import parts from '@/components/ui/dialog-parts.module.css';
import { adminUserPath } from '@/lib/admin-paths';
import { formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import type { User } from './user';
import { UserHistory } from './user-history';
import { canFund } from './user-modal';
import { useLocalHistorySearch } from './use-history-search';

function UserFacts({ user }: { user: User }) {
  return (
    <Section>
      <Facts
        facts={[
          { label: 'Name', value: user.name },
          { label: 'Email', value: user.email },
          { label: 'Phone', value: user.phone ?? 'Not given' },
          { label: 'Status', value: <StatusBadge status={user.status} /> },
          { label: 'Role', value: <RoleBadge role={user.role} /> },
          { label: 'Balance', value: <PrivateMoney amount={user.balance} /> },
          { label: 'Active proxies', value: formatNumber(user.stats.active_proxies) },
          { label: 'Purchases', value: formatNumber(user.stats.total_purchases) },
          { label: 'Total spent', value: <PrivateMoney amount={user.stats.total_spent} /> },
          { label: 'User ID', value: user.id },
          { label: 'Created', value: formatDateTime(user.created_at) },
          {
            label: 'Email verified',
            value: user.email_verified_at ? formatDateTime(user.email_verified_at) : 'Not yet',
          },
        ]}
      />
    </Section>
  );
}

interface UserViewProps {
  user: User;
  onOpen: (mode: 'edit' | 'fund' | 'profile') => void;
  onClose: () => void;
}

export function UserDetails({ user, onOpen, onClose }: UserViewProps) {
  const isAdmin = useIsAdmin();
  return (
    <>
      <UserFacts user={user} />
      <div className={parts.actions}>
        <PlainButton onClick={() => onOpen('profile')}>Profile</PlainButton>
        {isAdmin && <PlainButton onClick={() => onOpen('edit')}>Edit</PlainButton>}
        {canFund(user, isAdmin) && (
          <PlainButton onClick={() => onOpen('fund')}>Fund Wallet</PlainButton>
        )}
        <PlainButton look="primary" onClick={onClose}>
          Close
        </PlainButton>
      </div>
    </>
  );
}

export function UserProfile({ user }: { user: User }) {
  const history = useLocalHistorySearch();
  return (
    <>
      <UserFacts user={user} />
      <Section title="History">
        <UserHistory userId={user.id} history={history} />
      </Section>
      <div className={parts.actions}>
        <ButtonLink to={adminUserPath(user.id)}>Open full profile</ButtonLink>
      </div>
    </>
  );
}
