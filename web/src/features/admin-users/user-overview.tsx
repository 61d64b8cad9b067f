import { Button, Typography, Alert } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useOwnId } from '@/api/use-own-id';
import { useCan } from '@/api/use-can';
import { PrivateMoney } from '@/components/format/private-money';
import { RelativeTime } from '@/components/format/relative-time';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { Panel } from '@/components/layout/panel';
import { StatCards } from '@/components/layout/stat-cards';
import { ActionMenu } from '@/components/ui/action-menu';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { adminUserPath, adminProxyPath } from '@/lib/admin-paths';
import { COPY_MESSAGES } from '@/lib/copy-messages';
import { formatDate } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { nameWithEmail, capitalise } from '@/lib/text';
import { EmailStatus } from './email-status';
import { useLocalHistorySearch, type HistorySearch } from './use-history-search';
import type { User } from './user';
import { availableActions, toMenuActions, type ActionMode } from './user-actions';
import { UserAddresses } from './user-addresses';
import { Purchases, UserHistory } from './user-history';
import styles from './user-overview.module.css';
import { useAdminCheckTransfers, useAdminGetNairaAccount } from '@/api/generated/admin-users';
import { outcome } from '@/api/outcome';
import { Facts } from '@/components/layout/facts';
import { useAdminListTroubledProxies } from '@/api/generated/admin-proxies';
import { countryName } from '@/lib/country';

/** Of a customer: proxies that refused requests in the last hour, each leading to why. Nothing while there are none. */
export function TroubledProxies({ userId }: { userId: number }) {
  const enabled = useCan()('proxies.read');
  const query = useAdminListTroubledProxies(userId, { query: { enabled, meta: { quiet: true } } });
  const { proxies = [], total = 0 } = query.data?.data ?? {};
  if (total === 0) return null;
  return (
    <Alert
      type="warning"
      role="note"
      showIcon
      style={{ marginBottom: 16 }}
      title={`${total === 1 ? '1 proxy' : `${formatNumber(total)} proxies`} with failures in the last hour`}
      description={
        <ul>
          {proxies.map(({ id, type, location, failures, title }) => (
            <li key={id}>
              <Link to={adminProxyPath(id)}>
                Proxy #{id}, {capitalise(type)}, {countryName(location)}
              </Link>
              : {title}, {formatNumber(failures)} {failures === 1 ? 'request' : 'requests'}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** The account number that tops up the wallet; nothing for a customer without one. */
function UserNairaAccount({ id }: { id: number }) {
  const canCheck = useCan()('payments.manage');
  const account = useAdminGetNairaAccount(id, { query: { meta: { quiet: true } } }).data?.data
    .account;
  const check = useAdminCheckTransfers({
    mutation: outcome('The payment provider could not be asked for transfers'),
  });
  if (!account) return null;
  return (
    <Panel
      title="Naira account"
      action={
        canCheck &&
        account.number && (
          <Button disabled={check.isPending} onClick={() => check.mutate({ id })}>
            {check.isPending ? 'Checking...' : 'Check for transfers'}
          </Button>
        )
      }
    >
      {account.number ? (
        <Facts
          items={[
            {
              label: 'Account number',
              children: (
                <>
                  <code>{account.number}</code>{' '}
                  <CopyButton
                    compact
                    text={account.number}
                    label="account number"
                    messages={COPY_MESSAGES}
                  />
                </>
              ),
            },
            { label: 'Bank', children: account.bank_name },
            { label: 'Name', children: account.account_name },
          ]}
        />
      ) : (
        <>
          <StatusBadge status={account.status} />{' '}
          <Typography.Text type="secondary">
            {account.reason ?? 'The bank has not answered yet.'}
          </Typography.Text>
        </>
      )}
    </Panel>
  );
}

interface UserOverviewProps {
  user: User;
  /** The level of the name among the headings around it. */
  Heading: 'h1' | 'h2';
  onAction: (mode: ActionMode) => void;
  /** Shows purchases, payments and wallet entries. */
  history?: HistorySearch;
}

/** Which order to refund. */
function RefundDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <Dialog title={`Refund an order of ${nameWithEmail(user)}`} width={960} onClose={onClose}>
      <Purchases user={user} history={useLocalHistorySearch()} />
    </Dialog>
  );
}

/** What is done every day at hand, the rest behind a menu. */
function Actions({ user, onAction }: Pick<UserOverviewProps, 'user' | 'onAction'>) {
  const viewer = { can: useCan(), ownId: useOwnId() };
  const [isRefunding, setRefunding] = useState(false);
  const actions = availableActions(user, viewer).filter(({ mode }) => mode !== 'view');
  const fund = actions.find(({ mode }) => mode === 'fund');
  const others = actions.filter((action) => action !== fund);
  return (
    <div className={styles.actions}>
      {fund && <Button onClick={() => onAction(fund.mode)}>{fund.label}</Button>}
      {user.role === 'user' && viewer.can('refunds.propose') && (
        <Button aria-haspopup="dialog" onClick={() => setRefunding(true)}>
          Refund
        </Button>
      )}
      {others.length > 0 && (
        <ActionMenu name={user.name} size={36} actions={toMenuActions(others, onAction)} />
      )}
      {isRefunding && <RefundDialog user={user} onClose={() => setRefunding(false)} />}
    </div>
  );
}

/** A user with everything that staff may see of them and do; the page and the dialog show it. */
export function UserOverview({ user, Heading, onAction, history }: UserOverviewProps) {
  const { stats } = user;
  const can = useCan();
  const canSeeTransfers = can('transactions.read') && can('money.read');
  return (
    <div className={styles.overview}>
      <header className={styles.header}>
        <div className={`${styles.line} ${styles.title}`}>
          <Heading className={styles.name}>{user.name}</Heading>
          <StatusBadge status={user.status} />
          {user.role !== 'user' && <RoleBadge role={user.role} name={user.staff_role} />}
        </div>
        <div className={styles.details}>
          <div className={styles.line}>
            <span className={styles.email}>
              <span>{user.email}</span>
              <CopyButton compact text={user.email} label="email" messages={COPY_MESSAGES} />
              <EmailStatus user={user} />
            </span>
            <span>{user.phone ?? 'No phone number'}</span>
          </div>
          <div className={`${styles.line} ${styles.minor}`}>
            <span>User ID {user.id}</span>
            <span>Member since {formatDate(user.created_at)}</span>
            <span>
              {user.last_login_at ? (
                <>
                  Last sign-in <RelativeTime iso={user.last_login_at} />
                </>
              ) : (
                'Never signed in'
              )}
            </span>
            {user.team_owner && (
              <span>
                Acts for{' '}
                <Link to={adminUserPath(user.team_owner.id)}>
                  <bdi>{user.team_owner.name}</bdi>
                </Link>
              </span>
            )}
            {user.team_members > 0 && (
              <span>
                {user.team_members} team {user.team_members === 1 ? 'member' : 'members'}
              </span>
            )}
          </div>
        </div>
        <Actions user={user} onAction={onAction} />
      </header>
      {user.role === 'user' && <TroubledProxies userId={user.id} />}
      <StatCards
        stats={[
          { label: 'Balance', value: <PrivateMoney amount={user.balance} /> },
          { label: 'Active proxies', value: formatNumber(stats.active_proxies) },
          { label: 'Purchases', value: formatNumber(stats.total_purchases) },
          { label: 'Total spent', value: <PrivateMoney amount={stats.total_spent} /> },
        ]}
      />
      {history && (
        <Panel flush>
          <UserHistory user={user} history={history} />
        </Panel>
      )}
      {user.role === 'user' && (
        <div className={styles.below}>
          {canSeeTransfers && <UserNairaAccount id={user.id} />}
          <UserAddresses user={user} />
        </div>
      )}
    </div>
  );
}
