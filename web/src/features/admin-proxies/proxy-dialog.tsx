import { Link } from 'react-router-dom';
import { ShareBar } from '@/components/charts/bars';
import { Restricted } from '@/components/feedback/notice';
import { CopyField } from '@/components/form/copy-field';
import { Country } from '@/components/format/country';
import { PrivateMoney } from '@/components/format/private-money';
import { RoleBadge } from '@/components/format/role-badge';
import { StatusBadge } from '@/components/format/status-badge';
import { Facts, Section } from '@/components/layout/facts';
import { Dialog } from '@/components/ui/dialog';
import parts from '@/components/ui/dialog-parts.module.css';
import { countryName } from '@/lib/country';
import { COPY_WORDS } from '@/lib/copy-words';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { adminUserPath } from '@/lib/paths';
import { capitalise } from '@/lib/text';
import { daysLeft, sessionLength, shownStatus, type Proxy } from './proxy';
import { ProxyActions } from './proxy-actions';

interface ProxyDialogProps {
  proxy: Proxy;
  onClose: () => void;
}

function Overview({ proxy }: { proxy: Proxy }) {
  const { user } = proxy;
  return (
    <Section>
      <Facts
        facts={[
          {
            label: 'Status',
            value: (
              <>
                <StatusBadge status={shownStatus(proxy)} />{' '}
                <span className={parts.minor}>{daysLeft(proxy)}</span>
              </>
            ),
          },
          { label: 'Location', value: <Country code={proxy.location} /> },
          { label: 'Protocol', value: proxy.protocol.toUpperCase() },
          { label: 'Price', value: <PrivateMoney amount={proxy.price} /> },
          {
            label: 'User',
            value: (
              <>
                <Link to={adminUserPath(user.id)}>{user.name}</Link> <RoleBadge role={user.role} />
              </>
            ),
          },
          { label: 'Email', value: user.email },
        ]}
      />
    </Section>
  );
}

function Copyable({ proxy }: { proxy: Proxy }) {
  const { connection_string: connection, username, password } = proxy;
  if (connection === null || username === null || password === null)
    return (
      <Section title="Access">
        <Restricted>Credentials are restricted to admin users only.</Restricted>
        <CopyField label="UUID" value={proxy.uuid} words={COPY_WORDS} />
      </Section>
    );
  const fields = [
    { label: 'Connection string', value: connection },
    { label: 'Username', value: username },
    { label: 'Password', value: password, secret: true },
    { label: 'UUID', value: proxy.uuid },
    { label: 'Status', value: capitalise(shownStatus(proxy)) },
    { label: 'Location', value: countryName(proxy.location) },
    { label: 'Protocol', value: proxy.protocol.toUpperCase() },
    ...(proxy.price === null ? [] : [{ label: 'Price', value: formatNaira(proxy.price) }]),
    { label: 'User', value: `${proxy.user.name} <${proxy.user.email}>` },
  ];
  return (
    <Section title="Access">
      <div className={parts.grid}>
        {fields.map((field) => (
          <CopyField key={field.label} {...field} words={COPY_WORDS} />
        ))}
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
      {limit !== null && <ShareBar percent={percent} loud={percent >= 90} />}
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
      <Copyable proxy={proxy} />
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
