import { Typography } from 'antd';
import { useGetReferrals } from '@/api/generated/wallet';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Money } from '@/components/format/money';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { StatCards } from '@/components/layout/stat-cards';
import { LinkButton } from '@/components/ui/link-button';
import { pageField, useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { paths } from '@/lib/paths';
import { InvitedCustomers } from './invited-customers';
import { describeTerms } from './referrals';
import styles from './referrals-page.module.css';
import { ShareLink } from './share-link';

const SEARCH = { page: pageField };

/** The customer's invitation link, what it brings and whom it brought. */
export default function ReferralsPage() {
  const search = useListSearch(SEARCH);
  const query = useGetReferrals(
    { page: search.values.page },
    { query: { meta: { quiet: true }, placeholderData: (previous) => previous } },
  );
  const data = query.data?.data;
  return (
    <>
      <PageHeader
        title="Invite customers"
        actions={<LinkButton to={paths.wallet}>Wallet</LinkButton>}
      />
      {query.isError ? (
        <Panel>
          <ErrorState
            title="Error Loading Data"
            message={query.error.message}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        </Panel>
      ) : data ? (
        <>
          <Panel
            className={styles.link}
            title={data.enabled ? 'Invite and earn' : 'No rewards now'}
          >
            <Typography.Paragraph>
              {data.enabled
                ? describeTerms(data)
                : 'The shop does not reward invitations now. Rewards that you have stay yours, and your link keeps counting who joins.'}
            </Typography.Paragraph>
            <ShareLink link={data.link} />
          </Panel>
          <StatCards
            stats={[
              { label: 'Joined', value: formatNumber(data.invited) },
              { label: 'Earned', value: <Money amount={data.earned} /> },
            ]}
          />
          <Panel title="Customers you invited" flush>
            <InvitedCustomers
              data={data}
              isStale={query.isPlaceholderData}
              onPage={(page) => search.set({ page })}
            />
          </Panel>
        </>
      ) : (
        <Panel title="Invite and earn">
          <LoadingRows rows={6} label="Loading your invitations" />
        </Panel>
      )}
    </>
  );
}
