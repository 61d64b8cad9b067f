import type { PlaceLevel } from '@/api/generated/api.schemas';
import { Button, Flex, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import {
  adminExportPlaces,
  useAdminListPlaces,
  useAdminReadPlaces,
  useAdminRemovePlaces,
} from '@/api/generated/admin-supply';
import { errorMessage } from '@/api/error-messages';
import { ErrorState } from '@/components/feedback/error-state';
import { useMessage } from '@/components/feedback/use-message';
import { RelativeTime } from '@/components/format/relative-time';
import { Panel } from '@/components/layout/panel';
import { saveFile } from '@/lib/download';
import { formatNumber } from '@/lib/number';
import { outcome } from '@/api/outcome';
import { failure } from '@/api/failures';

/** One of a level, and several. */
export const LEVEL_WORDS: Readonly<Record<PlaceLevel, readonly [string, string]>> = {
  country: ['country', 'countries'],
  region: ['region', 'regions'],
  city: ['city', 'cities'],
  isp: ['ISP', 'ISPs'],
};

const ImportPlacesDialog = lazy(() => import('./import-places-dialog'));
const ReadPlacesDialog = lazy(() => import('./read-places-dialog'));

const TITLE = 'Names of places';
const FAILED = 'The lists of places could not be loaded';

/** Lists of how the provider names places, and which of them are sold. */
export function NetworkPlaces({ id }: { id: number }) {
  const message = useMessage();
  const [isImporting, setImporting] = useState(false);
  const query = useAdminListPlaces(id, { query: { meta: { quiet: true } } });
  const remove = useAdminRemovePlaces({
    mutation: outcome('The list could not be removed'),
  });
  const plan = useAdminReadPlaces({
    mutation: { meta: { fallback: 'The provider’s places could not be read' } },
  });
  const lists = query.data?.data.lists ?? [];
  const account = query.data?.data.account;
  const save = () =>
    adminExportPlaces(id)
      .then((file) => saveFile(file, `places-${id}.csv`))
      .catch((error: unknown) =>
        message.error(errorMessage(error, { fallback: 'The list could not be downloaded' })),
      );
  return (
    <Panel title={TITLE}>
      <Typography.Paragraph type="secondary">
        Names of regions, cities and ISPs are sent in the spelling that this provider documents. If
        it has names of its own, {account ? 'read or import' : 'import'} them: then only listed
        places are sold through this network.
      </Typography.Paragraph>
      {query.isError ? (
        <ErrorState {...failure(query, FAILED)} />
      ) : (
        <>
          {query.data && lists.length === 0 && (
            <Typography.Paragraph>No list yet: every name is sold.</Typography.Paragraph>
          )}
          {lists.map(({ level, count, imported_at: at, source, error }) => (
            <Flex key={level} justify="space-between" align="center" gap="small">
              <span>
                <strong>{formatNumber(count)}</strong> {LEVEL_WORDS[level][count === 1 ? 0 : 1]},{' '}
                {source === 'api' ? 'read from the provider' : 'imported'} <RelativeTime iso={at} />
                {error && (
                  <Typography.Text type="danger" style={{ display: 'block' }}>
                    Not brought up to date: {error}
                  </Typography.Text>
                )}
              </span>
              <Button
                type="text"
                size="small"
                danger
                disabled={remove.isPending}
                aria-label={`Remove the list of ${LEVEL_WORDS[level][1]}`}
                onClick={() => remove.mutate({ id, level: level as PlaceLevel })}
              >
                Remove
              </Button>
            </Flex>
          ))}
          <Flex gap="small" wrap style={{ marginTop: 12 }}>
            {account && (
              <Button
                aria-haspopup="dialog"
                disabled={plan.isPending}
                onClick={() => plan.mutate({ id, data: { dry_run: true } })}
              >
                {plan.isPending ? 'Reading...' : `Read from ${account.name}`}
              </Button>
            )}
            <Button aria-haspopup="dialog" onClick={() => setImporting(true)}>
              Import places
            </Button>
            {lists.length > 0 && <Button onClick={() => void save()}>Download CSV</Button>}
          </Flex>
        </>
      )}
      <Suspense>
        {isImporting && <ImportPlacesDialog id={id} onClose={() => setImporting(false)} />}
        {plan.data && account && (
          <ReadPlacesDialog
            id={id}
            account={account.name}
            outcome={plan.data.data}
            onClose={plan.reset}
          />
        )}
      </Suspense>
    </Panel>
  );
}
