import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ShareBar } from '@/components/charts/bars';
import { Notice, Restricted } from '@/components/feedback/notice';
import { CopyField } from '@/components/form/copy-field';
import { Country } from '@/components/format/country';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { Facts, Section, type Fact } from '@/components/layout/facts';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import parts from '@/components/ui/dialog-parts.module.css';
import { adminUserPath } from '@/lib/admin-paths';
import { countryName } from '@/lib/country';
import { COPY_WORDS } from '@/lib/copy-words';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { daysLeft, sessionLength, displayStatus, type Proxy } from './proxy';
import { ProxyActions } from './proxy-actions';
import styles from './proxy-columns.module.css';

interface ProxyDialogProps {
  proxy: Proxy;
  onClose: () => void;
}

/** A fact with a sign beside it that takes the fact along. */
const copyable = (label: string, text: string, shown: ReactNode = text): Fact => ({
  label,
  value: (
    <span className={styles.copyable}>
      {shown}
      <CopyButton compact text={text} label={label.toLowerCase()} words={COPY_WORDS} />
    </span>
  ),
});

function Overview({ proxy }: { proxy: Proxy }) {
  const { user } = proxy;
  const status = displayStatus(proxy);
  return (
    <Section>
      <Facts
        facts={[
          copyable(
            'Status',
            capitalise(status),
            <>
              <span className={parts.minor}>{daysLeft(proxy)}</span>
              <StatusBadge status={status} />
            </>,
          ),
          copyable('Location', countryName(proxy.location), <Country code={proxy.location} />),
          copyable('Protocol', proxy.protocol.toUpperCase()),
          proxy.price === null
            ? { label: 'Price', value: <PrivateMoney amount={null} /> }
            : copyable('Price', formatNaira(proxy.price)),
          copyable(
            'User',
            user.name,
            <>
              <Link to={adminUserPath(user.id)}>{user.name}</Link>
              <RoleBadge role={user.role} />
            </>,
          ),
          copyable('Email', user.email),
        ]}
      />
    </Section>
  );
}

function Access({ proxy }: { proxy: Proxy }) {
  const { connection_string: connection, username, password } = proxy;
  const withheld = connection === null || username === null;
  return (
    <Section title="Access">
      {withheld && <Restricted>Credentials are restricted to admin users only.</Restricted>}
      {!withheld && password === null && (
        <Notice tone="warning" icon="alert" title="The password cannot be read">
          What is stored was sealed with another key. Reissue the credentials to give the proxy a
          new one.
        </Notice>
      )}
      <div className={parts.grid}>
        {!withheld && (
          <>
            <CopyField label="Connection string" value={connection} words={COPY_WORDS} />
            <CopyField label="Username" value={username} words={COPY_WORDS} />
            {password !== null && (
              <CopyField label="Password" value={password} secret words={COPY_WORDS} />
            )}
          </>
        )}
        <CopyField label="UUID" value={proxy.uuid} words={COPY_WORDS} />
      </div>
    </Section>
  );
}

function Pool({ proxy }: { proxy: Proxy }) {
  const { session_id: session, ttl_minutes: ttl, used_mb: used, limit_mb: limit } = proxy.pool_data;
  const percent = proxy.bandwidth_usage_percentage;
  return (
    <Section title="Pool Information">
      <Facts
        facts={[
          { label: 'Session ID', value: session ? <code>{session}</code> : 'None' },
          { label: 'TTL', value: sessionLength(ttl) },
          {
            label: 'Bandwidth',
            value:
              limit === null
                ? `${formatNumber(used)} MB, no limit`
                : `${formatNumber(used)} MB / ${formatNumber(limit)} MB (${formatNumber(percent)}%)`,
          },
        ]}
      />
      {limit !== null && (
        <div className={styles.bandwidth}>
          <ShareBar percent={percent} loud={percent >= 90} />
        </div>
      )}
    </Section>
  );
}

export default function ProxyDialog({ proxy, onClose }: ProxyDialogProps) {
  return (
    <Dialog
      title={`Proxy #${proxy.id} (${capitalise(proxy.type)})`}
      width={720}
      onClose={onClose}
      footer={<ProxyActions proxy={proxy} onClose={onClose} />}
    >
      <Overview proxy={proxy} />
      <Access proxy={proxy} />
      <Pool proxy={proxy} />
      <Section>
        <Facts
          facts={[
            { label: 'Created', value: formatDateTime(proxy.created_at) },
            { label: 'Expires', value: formatDateTime(proxy.expires_at) },
          ]}
        />
      </Section>
    </Dialog>
  );
}
