import { Panel } from '@/components/layout/panel';
import { ConnectionFields } from '@/features/proxies/connection-fields';
import { toEndpoint } from '@/features/proxies/connection';
import { type Proxy, getDisplayStatus, canResume } from '@/features/proxies/proxy';
import { findSample } from '@/features/proxies/samples/templates';
import { CodeBlock, secretForms } from './code-block';
import styles from './proxy-page.module.css';
import { useIpTarget } from '@/api/use-ip-target';
import { Button, Flex } from 'antd';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { useGetProxy } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Country } from '@/components/format/country';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { LinkButton } from '@/components/ui/link-button';
import { usagePath } from '@/lib/page-paths';
import { paths } from '@/lib/paths';
import { formatDate } from '@/lib/date';
import { proxyTypeName } from '@/lib/text';
import { getRenewableUntil } from '@/features/proxies/renewal/extension';
import { useResume } from '@/features/proxies/use-resume';
import { TestConnection } from './test-connection';

/** What to enter where, and one command that shows that it works. */
export function ConnectPanel({ proxy }: { proxy: Proxy }) {
  const target = useIpTarget();
  const endpoint = { ...toEndpoint(proxy, proxy.protocol), protocol: proxy.protocol };
  return (
    <Panel title="Connect">
      <CodeBlock
        label="curl command"
        text={findSample('curl').write(endpoint, target)}
        secrets={secretForms(proxy.password)}
        wrap
        head="Run this to see the address of your proxy."
      />
      <div className={styles.section}>
        <ConnectionFields proxy={proxy} />
      </div>
    </Panel>
  );
}

const MorePanels = lazy(() => import('./more-panels'));

const ALL_PROXIES = <LinkButton to={paths.proxyHistory}>All proxies</LinkButton>;

function NotFound() {
  return (
    <>
      <PageHeader title="Proxy" actions={ALL_PROXIES} />
      <Panel>
        <EmptyState
          icon="search"
          title="No such proxy"
          hint="You have no proxy with this number. The address may be wrong, or you bought it with another account."
        />
      </Panel>
    </>
  );
}

/** In the place of the credentials, for viewers of a team. */
function ViewerNote() {
  return (
    <Panel>
      <EmptyState
        icon="ban"
        title="You can only look at this proxy"
        hint="The owner of the account lets buyers see its password and use it."
      />
    </Panel>
  );
}

function Expired({ proxy }: { proxy: Proxy }) {
  const { canBuy } = useTeam();
  const until = getRenewableUntil(proxy);
  return (
    <EmptyState
      icon="clock"
      title="This proxy has expired"
      hint={
        until === null
          ? 'It no longer connects. Buy another one to go on.'
          : `It no longer connects. Renew it until ${formatDate(until)} to go on with the same username and password.`
      }
      action={
        until === null &&
        canBuy && (
          <LinkButton type="primary" to={paths.buyProxy}>
            Buy New Proxy
          </LinkButton>
        )
      }
    />
  );
}

function Suspended({ proxy }: { proxy: Proxy }) {
  const { resume, isResuming } = useResume();
  const { canBuy } = useTeam();
  return canResume(proxy) ? (
    <EmptyState
      icon="ban"
      title="You suspended this proxy"
      hint="It connects nothing until you resume it. Its time goes on."
      action={
        canBuy && (
          <Button type="primary" disabled={isResuming} onClick={() => resume(proxy.id)}>
            {isResuming ? 'Resuming...' : 'Resume'}
          </Button>
        )
      }
    />
  ) : (
    <EmptyState
      icon="ban"
      title="This proxy is suspended"
      hint="It connects nothing until it is active again. Write to support to find out why."
      action={
        <LinkButton type="primary" to={paths.support}>
          Contact support
        </LinkButton>
      }
    />
  );
}

/** Expired and suspended proxies connect nothing, so only what they were is shown. */
function ProxyScreen({ proxy }: { proxy: Proxy }) {
  const status = getDisplayStatus(proxy);
  const isActive = status === 'active';
  const { canBuy } = useTeam();
  return (
    <>
      <PageHeader
        title={`Proxy #${proxy.id}`}
        actions={
          <>
            {ALL_PROXIES}
            <LinkButton to={usagePath(proxy.id)}>Usage</LinkButton>
          </>
        }
      />
      <Flex wrap align="center" gap="4px 16px" className={styles.summary}>
        <span>{proxyTypeName(proxy.type)}</span>
        <Country code={proxy.location} />
        <StatusBadge status={status} />
      </Flex>
      <div className={styles.stack}>
        {isActive && !canBuy ? (
          <ViewerNote />
        ) : isActive ? (
          <>
            <ConnectPanel proxy={proxy} />
            <TestConnection proxy={proxy} />
          </>
        ) : (
          <Panel>
            {status === 'expired' ? <Expired proxy={proxy} /> : <Suspended proxy={proxy} />}
          </Panel>
        )}
        <Suspense>
          <MorePanels proxy={proxy} isActive={isActive} />
        </Suspense>
      </div>
    </>
  );
}

const isId = (text: string | undefined): text is string => /^[1-9]\d{0,14}$/.test(text ?? '');

function LoadedProxy({ id }: { id: number }) {
  const query = useGetProxy(id, { query: { meta: { quiet: true } } });
  const proxy = query.data?.data.proxy;
  if (query.error?.status === 404) return <NotFound />;
  if (proxy) return <ProxyScreen key={id} proxy={proxy} />;
  return (
    <>
      <PageHeader title="Proxy" actions={ALL_PROXIES} />
      <Panel>
        {query.isError ? (
          <ErrorState
            title="Error Loading Data"
            message="This proxy could not be loaded. It is not affected."
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <LoadingRows rows={12} label="Loading the proxy" />
        )}
      </Panel>
    </>
  );
}

/** Everything to use one proxy with, from its first request to what it has used. */
export default function ProxyPage() {
  const id = useParams().id ?? '';
  return isId(id) ? <LoadedProxy id={Number(id)} /> : <NotFound />;
}
