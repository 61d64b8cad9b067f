import { Alert, Button, Card, Flex, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { errorMessage } from '@/api/error-messages';
import {
  adminExportPrices,
  useAdminCancelPrices,
  useAdminGetPrices,
} from '@/api/generated/admin-prices';
import { session } from '@/api/session';
import { ErrorState } from '@/components/feedback/error-state';
import { useMessage } from '@/components/feedback/use-message';
import { UnsavedChangesGuard } from '@/components/form/unsaved-changes-guard';
import { PageHeader } from '@/components/layout/page-header';
import { formatDateTime } from '@/lib/date';
import { saveFile } from '@/lib/download';
import { formatNumber } from '@/lib/number';
import { useUrlParams } from '@/lib/url-params';
import { CustomersTab } from './customers-tab';
import { DatacenterTab } from './datacenter-tab';
import { ChangeRate } from './exchange-rate';
import { GroupsTab } from './groups-tab';
import { HistoryTab } from './history-tab';
import { ImportPricesDialog } from './import-prices-dialog';
import { tabField, type Prices } from './prices';
import { ReviewDialog } from './review-dialog';
import { TrafficTab } from './traffic-tab';
import { usePriceDraft } from './use-price-draft';
import { outcome } from '@/api/outcome';

const FAILED = 'Failed to load the prices';
const PERCENT = 100;
const isSignedIn = (): boolean => session.get() !== null;

/** Prices that begin later. */
function ScheduledPrices({ scheduled }: Pick<Prices, 'scheduled'>) {
  const cancel = useAdminCancelPrices({
    mutation: outcome('The prices could not be cancelled'),
  });
  return scheduled.map(({ id, effective_at: start, reason, author }) => (
    <Alert
      key={id}
      type="info"
      showIcon
      title={`Other prices begin on ${formatDateTime(start)}`}
      description={`${reason} (${author}). They replace the whole list; changes made until then are not in it.`}
      action={
        <Button size="small" disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
          Cancel them
        </Button>
      }
    />
  ));
}

function describe({ in_force: inForce, exchange_rate: rate, markup_percent: markup }: Prices) {
  const terms = `$1 is ₦${formatNumber(rate)}${markup ? `, plus ${markup} % markup` : ''}`;
  return inForce
    ? `In force since ${formatDateTime(inForce.effective_at)} by ${inForce.author}. ${terms}.`
    : `No prices yet: nothing is sold. ${terms}.`;
}

function Editor({ prices }: { prices: Prices }) {
  const message = useMessage();
  const [params, write] = useUrlParams();
  const draft = usePriceDraft(prices);
  const [dialog, setDialog] = useState<'review' | 'import' | null>(null);
  const close = (): void => setDialog(null);
  const context = {
    draft,
    groups: draft.list.groups.map(({ name }) => name),
    rate: prices.exchange_rate * (1 + prices.markup_percent / PERCENT),
  };
  const items = [
    {
      key: 'residential',
      label: 'Residential',
      children: <TrafficTab kind="residential" {...context} />,
    },
    { key: 'mobile', label: 'Mobile', children: <TrafficTab kind="mobile" {...context} /> },
    { key: 'datacenter', label: 'Datacenter', children: <DatacenterTab {...context} /> },
    { key: 'groups', label: 'Country groups', children: <GroupsTab draft={draft} /> },
    { key: 'customers', label: 'Customers', children: <CustomersTab draft={draft} /> },
    { key: 'history', label: 'History', children: <HistoryTab /> },
  ];
  const isFaulty = Object.keys(draft.errors).length > 0;
  const download = (): void => {
    adminExportPrices()
      .then((file) => saveFile(file, 'prices.csv'))
      .catch(() => message.error('The prices could not be exported.'));
  };
  return (
    <>
      <PageHeader
        title="Prices"
        lead={describe(prices)}
        actionsBelow
        actions={
          <>
            <ChangeRate rate={prices.exchange_rate} isDirty={draft.isDirty} />
            <Button onClick={download}>Export CSV</Button>
            <Button onClick={() => setDialog('import')}>Import CSV</Button>
            <Button disabled={!draft.isDirty} onClick={draft.reset}>
              Discard
            </Button>
            <Button
              type="primary"
              disabled={!draft.isDirty || draft.isCalculating || isFaulty || draft.failure !== null}
              onClick={() => setDialog('review')}
            >
              {draft.isCalculating ? 'Calculating...' : 'Review and save'}
            </Button>
          </>
        }
      />
      <Flex vertical gap="middle">
        <ScheduledPrices scheduled={prices.scheduled} />
        {isFaulty && (
          <Alert
            type="error"
            role="alert"
            showIcon
            title="Some prices are not valid yet. They are marked below."
          />
        )}
        {draft.failure && (
          <Alert
            type="error"
            showIcon
            title="The new prices could not be calculated"
            description={draft.failure.message}
            action={
              <Button size="small" onClick={draft.retry}>
                Try again
              </Button>
            }
          />
        )}
        <Card styles={{ body: { paddingTop: 4 } }}>
          <Tabs
            activeKey={tabField.parse(params.get('tab') ?? '')}
            onChange={(tab) => write({ tab: tab === tabField.fallback ? null : tab }, true)}
            items={items}
          />
        </Card>
      </Flex>
      {dialog === 'import' && (
        <ImportPricesDialog list={draft.list} onRead={draft.load} onClose={close} />
      )}
      {dialog === 'review' && (
        <ReviewDialog
          draft={draft}
          version={prices.latest_version}
          onClose={close}
          onSaved={() => {
            close();
            draft.reset();
          }}
        />
      )}
      <UnsavedChangesGuard isDirty={draft.isDirty} to="the prices" isSignedIn={isSignedIn} />
    </>
  );
}

/** What customers pay, with cost and margin. */
export default function PricesPage() {
  const query = useAdminGetPrices({
    query: { meta: { quiet: true }, refetchOnWindowFocus: false },
  });
  if (query.data) return <Editor prices={query.data.data} />;
  return (
    <>
      <PageHeader title="Prices" />
      <Card>
        {query.isError ? (
          <ErrorState
            title={FAILED}
            message={errorMessage(query.error, { fallback: '', thrown: '' })}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Card>
    </>
  );
}
