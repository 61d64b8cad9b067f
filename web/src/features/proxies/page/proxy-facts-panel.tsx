import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { formatDateTime } from '@/lib/date';
import type { Proxy } from '../proxy';
import { ProxyFacts } from '../proxy-facts';

export function ProxyFactsPanel({ proxy }: { proxy: Proxy }) {
  const days = proxy.days_until_expiration;
  const left = days > 0 ? ` (${days} day${days === 1 ? '' : 's'} left)` : '';
  return (
    <Panel title="Facts">
      <ProxyFacts
        facts={[
          { label: 'Created', value: formatDateTime(proxy.created_at) },
          { label: 'Expires', value: `${formatDateTime(proxy.expires_at)}${left}` },
          { label: 'Price', value: <Money amount={proxy.price} /> },
          { label: 'Auto-renew', value: proxy.auto_renew.enabled ? 'On' : 'Off' },
          ...(proxy.ip ? [{ label: 'Dedicated address', value: <code>{proxy.ip}</code> }] : []),
          { label: 'UUID', value: <code>{proxy.uuid}</code> },
        ]}
      />
    </Panel>
  );
}
