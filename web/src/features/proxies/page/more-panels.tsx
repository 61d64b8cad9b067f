import { Select, Button, Alert, Progress } from 'antd';
import { useState, lazy, Suspense } from 'react';
import { Panel } from '@/components/layout/panel';
import { toEndpoint, getSocks5Port } from '@/features/proxies/connection';
import type { Proxy } from '@/features/proxies/proxy';
import { SAMPLES, findSample, type SampleId } from '@/features/proxies/samples/templates';
import { CodeBlock, secretForms } from './code-block';
import styles from './proxy-page.module.css';
import { useIpTarget } from '@/api/use-ip-target';
import { Money } from '@/components/format/money';
import { formatDateTime } from '@/lib/date';
import { ProxyFacts } from '@/features/proxies/proxy-facts';
import { SETUPS, type Place } from './steps';
import { useUsageReport } from '@/api/generated/proxies';
import { clamp, megabytesToGb } from '@/lib/number';
import { DailyUsage } from '@/features/proxies/daily-usage';
import { useTeam } from '@/api/use-team';
import { LabelsPanel } from '@/features/proxies/labels-panel';
import { ConnectionBuilder } from './connection-builder';
import { KeepPanel } from './keep-panel';
import { LiveConnections } from './live-connections';
import { SharedList } from './shared-list';
import { SubUsersPanel } from '@/features/proxies/sub-users/sub-users-panel';
import { ProxyAddresses } from '@/features/proxies/proxy-addresses';

const OPTIONS = SAMPLES.map(({ id, label }) => ({ value: id, label }));

/** Whole programs with the customer's own credentials. */
export function CodeSamples({ proxy }: { proxy: Proxy }) {
  const target = useIpTarget();
  const [id, setId] = useState<SampleId>('requests');
  const sample = findSample(id);
  const protocol = sample.httpOnly ? 'http' : proxy.protocol;
  const endpoint = { ...toEndpoint(proxy, protocol), protocol };
  const install = sample.install?.(endpoint);
  return (
    <Panel title="Code samples">
      <p className={styles.lead}>
        Ready to run, with your login and password in it. Each prints the address of your proxy.
        {sample.httpOnly && proxy.protocol === 'socks5' && (
          <> {sample.label} takes no password over SOCKS5, so this sample uses the HTTP port.</>
        )}
      </p>
      <CodeBlock
        label={`${sample.label} sample`}
        text={sample.write(endpoint, target)}
        secrets={secretForms(proxy.password)}
        head={
          <Select<SampleId>
            aria-label="Language"
            className={styles.select}
            value={id}
            onChange={setId}
            options={OPTIONS}
          />
        }
      />
      {install && (
        <p className={`${styles.section} ${styles.minor}`}>
          First: <code>{install}</code>
        </p>
      )}
    </Panel>
  );
}

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

const ConnectionQr = lazy(() => import('./connection-qr'));

const STEP_OPTIONS = SETUPS.map(({ id, label }) => ({ value: id, label }));

export function SetupSteps({ proxy }: { proxy: Proxy }) {
  const [place, setPlace] = useState<Place>('browser');
  const [isQrShown, setQrShown] = useState(false);
  const fields = { host: proxy.host, httpPort: proxy.port, socksPort: getSocks5Port(proxy) };
  const setup = SETUPS.find(({ id }) => id === place)!;
  return (
    <Panel title="Set up a browser or device">
      <Select<Place>
        aria-label="Browser or device"
        className={styles.select}
        value={place}
        onChange={setPlace}
        options={STEP_OPTIONS}
      />
      <ol className={styles.steps}>
        {setup.steps(fields).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {setup.isPhone && (
        <Button
          className={styles.section}
          aria-expanded={isQrShown}
          onClick={() => setQrShown(!isQrShown)}
        >
          {isQrShown ? 'Hide QR code' : 'Show QR code for the phone'}
        </Button>
      )}
      <Suspense>{setup.isPhone && isQrShown && <ConnectionQr proxy={proxy} />}</Suspense>
    </Panel>
  );
}

/** How much of the bought traffic is used, and when it ends at the present rate. */
function Quota({ proxy, pool }: { proxy: Proxy; pool: NonNullable<Proxy['pool_data']> }) {
  const report = useUsageReport({ proxy_id: proxy.id }, { query: { meta: { quiet: true } } });
  const end = report.data?.data.projected_end_at;
  const percent = proxy.bandwidth_usage_percentage ?? 0;
  return (
    <>
      <div className={styles.head}>
        <span>
          <strong>{megabytesToGb(pool.used_mb)} GB</strong> of {megabytesToGb(pool.limit_mb)} GB
          used
        </span>
        <span>{percent}%</span>
      </div>
      <Progress
        aria-label="Traffic used"
        percent={Math.round(clamp(percent, 0, 100))}
        size={{ height: 8 }}
        showInfo={false}
      />
      {end && (
        <Alert
          className={styles.section}
          type="info"
          showIcon
          title={`At the present rate, the traffic lasts until ${formatDateTime(end)}.`}
        />
      )}
    </>
  );
}

export function UsagePanel({ proxy }: { proxy: Proxy }) {
  return (
    <Panel title="Usage">
      {proxy.pool_data && <Quota proxy={proxy} pool={proxy.pool_data} />}
      <DailyUsage proxyId={proxy.id} />
    </Panel>
  );
}

/** What follows the line to copy and its test, in a chunk of its own. */
export default function MorePanels({ proxy, isActive }: { proxy: Proxy; isActive: boolean }) {
  const { isOwner, canBuy } = useTeam();
  if (!canBuy)
    return (
      <>
        <UsagePanel proxy={proxy} />
        <ProxyFactsPanel proxy={proxy} />
      </>
    );
  return (
    <>
      {isActive && (
        <>
          <ConnectionBuilder proxy={proxy} />
          <CodeSamples proxy={proxy} />
        </>
      )}
      <KeepPanel proxy={proxy} />
      {isActive && (
        <>
          <SetupSteps proxy={proxy} />
          <SharedList proxyId={proxy.id} />
          <SubUsersPanel proxy={proxy} />
          {isOwner && (
            <Panel>
              <ProxyAddresses proxyId={proxy.id} />
            </Panel>
          )}
          <LiveConnections proxyId={proxy.id} />
        </>
      )}
      <LabelsPanel key={proxy.id} proxy={proxy} />
      <UsagePanel proxy={proxy} />
      <ProxyFactsPanel proxy={proxy} />
    </>
  );
}
