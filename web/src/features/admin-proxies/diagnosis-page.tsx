import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { Alert, Button, Card, Flex, Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { failure } from '@/api/failures';
import { useAdminDiagnoseProxy, useAdminTestProxy } from '@/api/generated/admin-proxies';
import { useCan } from '@/api/use-can';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { Country } from '@/components/format/country';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { StatCards } from '@/components/layout/stat-cards';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths, adminUserPath, proxyDetailsPath } from '@/lib/admin-paths';
import { formatBytes } from '@/lib/bytes';
import { countryName } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { readId } from '@/lib/url-params';
import { VERDICTS, type Diagnosis } from './diagnosis';
import {
  Failures,
  LastConnections,
  Networks,
  NextRequest,
  NotKnown,
  OpenConnections,
  Reasons,
} from './diagnosis-panels';
import styles from './diagnosis-page.module.css';
import { displayStatus } from './proxy';

/** Uses the proxy once; the diagnosis is loaded again with what came of it. */
function useTest(id: number) {
  const test = useAdminTestProxy({ mutation: { meta: { fallback: 'Failed to test the proxy' } } });
  const result = test.data?.data;
  return {
    isPending: test.isPending,
    run: () => test.mutate({ id }),
    outcome: result && (
      <Alert
        role="status"
        showIcon
        closable
        type={result.ok ? 'success' : 'error'}
        title={
          result.error
            ? `The test failed: ${result.error.cause}`
            : `The test worked in ${formatNumber(result.latency_ms ?? 0)} ms.`
        }
        description={
          result.error
            ? `${result.error.code}. For the customer: ${result.error.how_to_fix}`
            : `It left from ${result.exit_ip ?? 'an unknown address'}${result.country_found ? `, in ${countryName(result.country_found)}` : ''}, and used about 1 KB of the customer’s traffic.`
        }
      />
    ),
  };
}

function Summary({ proxy }: Diagnosis) {
  const place = [proxy.isp, proxy.city, proxy.region].filter(Boolean).join(', ');
  return (
    <Flex wrap align="center" gap="4px 16px" className={styles.summary}>
      <StatusBadge status={displayStatus(proxy)} />
      <span>{capitalise(proxy.type)}</span>
      <span>
        <Country code={proxy.location} /> {place}
      </span>
      <Link to={adminUserPath(proxy.user.id)}>{proxy.user.name}</Link>
      <code>{proxy.endpoint}</code>
    </Flex>
  );
}

function Verdict(diagnosis: Diagnosis) {
  const { title, ...look } = VERDICTS[diagnosis.status];
  const hasHints = diagnosis.status === 'ok' && diagnosis.reasons.length > 0;
  return (
    <Card role="region" aria-label="Result">
      <Flex wrap align="center" gap="small">
        <StatusBadge {...look} />
        <h2 className={styles.verdict}>{title}</h2>
      </Flex>
      {diagnosis.reasons.length > 0 ? (
        <>
          {hasHints && <p className={styles.minor}>This may still be in the customer’s way:</p>}
          <Reasons {...diagnosis} />
        </>
      ) : (
        <p className={styles.minor}>
          Nothing was refused in the last hour. Test it, and ask the customer for the exact message
          of the program.
        </p>
      )}
    </Card>
  );
}

function Figures({ usage }: Diagnosis) {
  const { used_bytes: used, limit_bytes: limit, connection_limit: most } = usage;
  const last = usage.last_seen_at;
  return (
    <StatCards
      compact
      stats={[
        {
          label: 'Requests in 24 hours',
          value: formatNumber(usage.requests),
          note: last ? (
            <>
              Last <RelativeTime iso={last} />
            </>
          ) : (
            'None ever'
          ),
        },
        { label: 'Refused in 24 hours', value: formatNumber(usage.failures) },
        {
          label: 'Traffic in 24 hours',
          value: formatBytes(usage.up + usage.down),
          note: `${formatBytes(used)} of ${limit === null ? 'no limit' : formatBytes(limit)} used`,
        },
        {
          label: 'Most at once',
          value: formatNumber(usage.peak_connections),
          note: most && `${formatNumber(most)} connections allowed`,
        },
      ]}
    />
  );
}

function Loaded({ id }: { id: number }) {
  const can = useCan();
  const test = useTest(id);
  const query = useAdminDiagnoseProxy(id, { query: { meta: { quiet: true } } });
  const diagnosis = query.data?.data;
  return (
    <>
      <PageHeader
        title={`Proxy #${id}`}
        actionsBelow
        actions={
          <>
            <LinkButton to={proxyDetailsPath(id)}>Details</LinkButton>
            <Button disabled={query.isFetching} onClick={() => void query.refetch()}>
              {query.isFetching ? 'Checking...' : 'Check again'}
            </Button>
            {can('proxies.manage') && (
              <Button type="primary" disabled={test.isPending || !diagnosis} onClick={test.run}>
                {test.isPending ? 'Testing...' : 'Test now'}
              </Button>
            )}
          </>
        }
      />
      {query.isError || !diagnosis ? (
        <Card>
          {query.isError ? (
            <ErrorState {...failure(query, 'The proxy could not be checked')} />
          ) : (
            <Skeleton active paragraph={{ rows: 8 }} />
          )}
        </Card>
      ) : (
        <>
          <Summary {...diagnosis} />
          <div className={styles.stack}>
            {test.outcome}
            <Verdict {...diagnosis} />
            <Figures {...diagnosis} />
            <div className={styles.columns}>
              <div className={styles.stack}>
                <NextRequest {...diagnosis} />
                <Failures {...diagnosis} />
                <OpenConnections {...diagnosis} />
                <NotKnown {...diagnosis} />
              </div>
              <div className={styles.stack}>
                <Networks {...diagnosis} />
                <LastConnections {...diagnosis} />
              </div>
            </div>
          </div>
        </>
      )}
    </>
  );
}

/** Why requests of one proxy fail, and what to do about it. */
export default function DiagnosisPage() {
  const id = readId(useParams().id ?? null);
  return (
    <>
      <LinkButton
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        to={adminPaths.proxies}
        style={{ marginInlineStart: -16 }}
      >
        Back to Proxies
      </LinkButton>
      {id === null ? (
        <>
          <PageHeader title="Proxy" />
          <Panel>
            <EmptyState icon="search" title="No proxy has this address" />
          </Panel>
        </>
      ) : (
        <Loaded key={id} id={id} />
      )}
    </>
  );
}
