import { Alert, Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminGetNetwork } from '@/api/generated/admin-supply';
import { ErrorState } from '@/components/feedback/error-state';
import { RelativeTime } from '@/components/format/relative-time';
import { PageHeader } from '@/components/layout/page-header';
import { adminPaths } from '@/lib/admin-paths';
import { readId, useUrlParams } from '@/lib/url-params';
import { RemoveNetworkDialog } from './network-dialogs';
import { NetworkForm } from './network-form';
import type { Network } from './networks';
import { useDialects, useNetworkHealth, useNetworks } from './use-networks';
import { failure } from '@/api/failures';

const FAILED = 'Failed to load the network';

function RemoveButton({ network }: { network: Network }) {
  const navigate = useNavigate();
  const { data } = useNetworks();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button danger aria-haspopup="dialog" disabled={!data} onClick={() => setOpen(true)}>
        Remove
      </Button>
      {isOpen && data && (
        <RemoveNetworkDialog
          network={network}
          others={data.data.networks}
          onClose={() => setOpen(false)}
          onRemoved={() => void navigate(adminPaths.networks, { replace: true })}
        />
      )}
    </>
  );
}

/** Where the tests have put it out of sale, since when and why. */
function DownNote({ id }: { id: number }) {
  const down =
    useNetworkHealth()
      .get(id)
      ?.countries.filter(({ state }) => state === 'down') ?? [];
  if (down.length === 0) return null;
  return (
    <Alert
      type="warning"
      role="note"
      showIcon
      style={{ marginBottom: 16 }}
      title="Out of sale after three failed tests in a row"
      description={
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {down.map(({ country, country_name: name, down_since: since, last_error: error }) => (
            <li key={country}>
              {name}
              {since && (
                <>
                  , <RelativeTime iso={since} />
                </>
              )}
              : {error ?? 'It does not answer.'}
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** Adds the account at a provider, or changes the one of the id in the URL. */
export default function NetworkPage() {
  const [params] = useUrlParams();
  const id = readId(params.get('id'));
  const { dialects, names, ...dialectsQuery } = useDialects();
  const networkQuery = useAdminGetNetwork(id ?? 0, {
    // Always as it is stored: the form starts with it once.
    query: { enabled: id !== null, gcTime: 0, meta: { quiet: true }, refetchOnWindowFocus: false },
  });
  const network = id === null ? undefined : networkQuery.data?.data.network;
  const failed = [dialectsQuery, networkQuery].find(({ isError }) => isError);
  const isLoaded = dialects !== undefined && (id === null || network !== undefined);
  return (
    <>
      <PageHeader
        title="Network"
        lead={
          id === null
            ? 'Connect your account at a provider, and sell its traffic.'
            : network && `${network.name}, ${names.get(network.dialect) ?? network.dialect}`
        }
        actions={network && <RemoveButton network={network} />}
      />
      {id !== null && <DownNote id={id} />}
      {isLoaded ? (
        <NetworkForm key={id ?? 'new'} dialects={dialects} network={network} />
      ) : (
        <Card>
          {failed?.error ? (
            <ErrorState {...failure(failed, FAILED)} />
          ) : (
            <Skeleton active paragraph={{ rows: 8 }} />
          )}
        </Card>
      )}
    </>
  );
}
