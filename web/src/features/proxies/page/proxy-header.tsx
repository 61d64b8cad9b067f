import { Alert, Button, Card, Flex, Progress, Switch } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useSetAutoRenew, useTestProxy } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { Country } from '@/components/format/country';
import { notify } from '@/components/feedback/notify';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { CopyButton } from '@/components/ui/copy-button';
import { LinkButton } from '@/components/ui/link-button';
import { formatDate, formatDateTime } from '@/lib/date';
import { clamp, formatNumber, megabytesToGb } from '@/lib/number';
import { paths } from '@/lib/paths';
import { proxyTypeName } from '@/lib/text';
import { useUrlParams } from '@/lib/url-params';
import { type Proxy, getDisplayStatus } from '../proxy';
import { ProxyFacts, ProxyReversals } from '../proxy-facts';
import { describeAutoRenew } from '../renewal/auto-renew-state';
import { canAddTraffic } from '../renewal/extension';
import type { RenewalAction } from '../renewal/proxy-actions';
import styles from './proxy-page.module.css';

const ReplaceAddressDialog = lazy(() => import('../replace-address-dialog'));
const RenewalDialog = lazy(() => import('../renewal/renewal-dialog'));

export const ALL_PROXIES = <LinkButton to={paths.proxyHistory}>All proxies</LinkButton>;

/** Parameter of links in mails that open a dialog. */
const STEP = 'step';

/** What a link in a mail asks for, as far as the proxy allows it. */
function toLinkedAction(step: string | null, proxy: Proxy): RenewalAction | undefined {
  if (step === 'renewal' && proxy.can_renew) return step;
  return step === 'traffic' && canAddTraffic(proxy) ? step : undefined;
}

/** The dialog that keeps the proxy, opened by a button or by a link in a mail. */
function useRenewalDialog(proxy: Proxy) {
  const [params, write] = useUrlParams();
  const [action, setAction] = useState(() => toLinkedAction(params.get(STEP), proxy));
  const close = (): void => {
    // A renewal that ends after its dialog was closed leaves the next dialog open.
    setAction((open) => (open === action ? undefined : open));
    if (params.has(STEP)) write({ [STEP]: null }, true);
  };
  return {
    open: setAction,
    dialog: (
      <Suspense>
        {action && <RenewalDialog proxy={proxy} action={action} onClose={close} />}
      </Suspense>
    ),
  };
}

function Figure({
  label,
  value,
  children,
}: {
  label: string;
  value: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={styles.figure}>{value}</dd>
      <dd className={styles.minor}>{children}</dd>
    </div>
  );
}

/** What was bought: the traffic that is left, or the address. */
function Bought({ proxy }: { proxy: Proxy }) {
  const [isReplacing, setReplacing] = useState(false);
  const { canBuy } = useTeam();
  const pool = proxy.pool_data;
  if (pool)
    return (
      <Figure
        label={proxy.is_expired ? 'Traffic not used' : 'Traffic left'}
        value={`${formatNumber(proxy.remaining_gb ?? 0)} GB`}
      >
        <Progress
          aria-label="Traffic used"
          percent={Math.round(clamp(proxy.bandwidth_usage_percentage ?? 0, 0, 100))}
          size={{ height: 6 }}
          showInfo={false}
        />
        {megabytesToGb(pool.used_mb)} GB of {megabytesToGb(pool.limit_mb)} GB used
      </Figure>
    );
  if (proxy.ip === null) return <Figure label="Traffic" value="Unlimited" />;
  return (
    <Figure
      label="Dedicated address"
      value={
        <Flex align="center" gap="small">
          <code>{proxy.ip}</code>
          <CopyButton text={proxy.ip} label="dedicated address" />
        </Flex>
      }
    >
      {canBuy && proxy.can_replace_address ? (
        <Button size="small" type="link" className={styles.link} onClick={() => setReplacing(true)}>
          Replace address
        </Button>
      ) : (
        'Unlimited traffic'
      )}
      <Suspense>
        {isReplacing && <ReplaceAddressDialog proxy={proxy} onClose={() => setReplacing(false)} />}
      </Suspense>
    </Figure>
  );
}

function AutoRenew({ proxy, onChange }: { proxy: Proxy; onChange: () => void }) {
  const { canBuy } = useTeam();
  const set = useSetAutoRenew({
    mutation: {
      meta: { fallback: 'Failed to change automatic renewal' },
      onSuccess: ({ message }) => {
        if (message) notify.success(message);
      },
    },
  });
  const { enabled } = proxy.auto_renew;
  const { type, text } = describeAutoRenew(proxy.auto_renew);
  const isActive = getDisplayStatus(proxy) === 'active';
  const isIdle = !isActive && !enabled && proxy.auto_renew.stopped_reason === null;
  return (
    <Figure
      label="Auto-renew"
      value={
        canBuy ? (
          <Flex align="center" gap="small">
            <Switch
              aria-label="Auto-renew"
              checked={enabled}
              disabled={!enabled && !isActive}
              loading={set.isPending}
              onChange={(isOn) =>
                // Its price is shown before it is switched on.
                isOn ? onChange() : set.mutate({ id: proxy.id, data: { enabled: false } })
              }
            />
            {enabled ? 'On' : 'Off'}
            {enabled && (
              <Button size="small" type="link" onClick={onChange}>
                Change
              </Button>
            )}
          </Flex>
        ) : enabled ? (
          'On'
        ) : (
          'Off'
        )
      }
    >
      <span className={type === 'warning' ? styles.warning : undefined}>
        {isIdle ? 'Only an active proxy can renew automatically.' : text}
      </span>
    </Figure>
  );
}

/** Uses the proxy once from the server. */
function useConnectionTest(proxy: Proxy) {
  const test = useTestProxy({ mutation: { meta: { fallback: 'Failed to test the proxy' } } });
  const result = test.data?.data;
  return {
    isPending: test.isPending,
    run: () => test.mutate({ id: proxy.id, data: {} }),
    outcome: (
      <div role="status">
        {result?.error && (
          <Alert
            className={styles.outcome}
            type="error"
            showIcon
            closable
            title={result.error.cause}
            description={result.error.how_to_fix}
          />
        )}
        {result?.ok && (
          <Alert
            className={styles.outcome}
            type="success"
            showIcon
            closable
            title="Your proxy works. The test used about 1 KB of its traffic."
            description={
              <ProxyFacts
                facts={[
                  { label: 'Exit address', value: <code>{result.exit_ip ?? 'unknown'}</code> },
                  {
                    label: 'Latency',
                    value:
                      result.latency_ms === null
                        ? 'unknown'
                        : `${formatNumber(result.latency_ms)} ms`,
                  },
                  { label: 'Location bought', value: <Country code={result.country_sold} /> },
                  {
                    label: 'Location detected',
                    value: result.country_found ? (
                      <Country code={result.country_found} />
                    ) : (
                      'unknown'
                    ),
                  },
                ]}
              />
            }
          />
        )}
      </div>
    ),
  };
}

/** What is left of the proxy, until when, and what keeps it. */
export function ProxyHeader({ proxy }: { proxy: Proxy }) {
  const status = getDisplayStatus(proxy);
  const { canBuy } = useTeam();
  const renewal = useRenewalDialog(proxy);
  const test = useConnectionTest(proxy);
  const days = proxy.days_until_expiration;
  return (
    <>
      <PageHeader
        title={`Proxy #${proxy.id}`}
        actions={
          canBuy ? (
            <>
              {status === 'active' && (
                <Button disabled={test.isPending} onClick={test.run}>
                  {test.isPending ? 'Testing...' : 'Test connection'}
                </Button>
              )}
              {canAddTraffic(proxy) && (
                <Button onClick={() => renewal.open('traffic')}>Add traffic</Button>
              )}
              <Button
                type="primary"
                disabled={!proxy.can_renew}
                onClick={() => renewal.open('renewal')}
              >
                Renew
              </Button>
            </>
          ) : (
            ALL_PROXIES
          )
        }
      />
      <Flex wrap align="center" gap="4px 16px" className={styles.summary}>
        <StatusBadge status={status} />
        <ProxyReversals proxy={proxy} />
        <span>{proxyTypeName(proxy.type)}</span>
        <Country code={proxy.location} />
        <span>{proxy.protocol.toUpperCase()}</span>
        {proxy.note && <span className={styles.note}>{proxy.note}</span>}
      </Flex>
      <Card role="region" aria-label="Summary" styles={{ body: { padding: 0 } }}>
        <dl className={styles.figures}>
          <Bought proxy={proxy} />
          <Figure
            label={proxy.is_expired ? 'Ended' : 'Ends'}
            value={
              <time dateTime={proxy.expires_at} title={formatDateTime(proxy.expires_at)}>
                {formatDate(proxy.expires_at)}
              </time>
            }
          >
            {days > 0 && `${days} day${days === 1 ? '' : 's'} left`}
          </Figure>
          <AutoRenew proxy={proxy} onChange={() => renewal.open('auto-renew')} />
        </dl>
      </Card>
      {test.outcome}
      {renewal.dialog}
    </>
  );
}
