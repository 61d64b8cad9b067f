import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { useGetProxy } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { type Proxy, getDisplayStatus, canResume } from '@/features/proxies/proxy';
import { getRenewableUntil } from '@/features/proxies/renewal/extension';
import { useResume } from '@/features/proxies/use-resume';
import { formatDate } from '@/lib/date';
import { newTicketPath, paths } from '@/lib/paths';
import { ALL_PROXIES, ProxyHeader } from './proxy-header';
import styles from './proxy-page.module.css';

const ProxyTabs = lazy(() => import('./proxy-tabs'));

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
      hint="It’s off until you resume it. The expiry date doesn’t change."
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
      hint="It connects again once support resumes it. Write to support to find out why."
      action={
        <LinkButton type="primary" to={newTicketPath({ proxy_id: proxy.id })}>
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
    <div className={styles.stack}>
      <div>
        <ProxyHeader proxy={proxy} />
      </div>
      {isActive && !canBuy && <ViewerNote />}
      {!isActive && (
        <Panel>
          {status === 'expired' ? <Expired proxy={proxy} /> : <Suspended proxy={proxy} />}
        </Panel>
      )}
      <Suspense fallback={<LoadingRows rows={6} label="Loading the proxy" />}>
        <ProxyTabs proxy={proxy} isActive={isActive} />
      </Suspense>
    </div>
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
