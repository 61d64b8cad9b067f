import { Button, Flex, Typography } from 'antd';
import { EmptyState } from '@/components/feedback/empty-state';
import { Money } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { StackedCell } from '@/components/list-page/stacked-cell';
import ListPagination from '@/components/list-page/list-pagination';
import { formatDate } from '@/lib/date';
import ShareAltOutlined from '@ant-design/icons/ShareAltOutlined';
import { useSiteConfig } from '@/api/site-config';
import { CopyField } from '@/components/form/copy-field';
import type { ReferralState } from '@/api/generated/api.schemas';
import { type getReferrals, useGetReferrals } from '@/api/generated/wallet';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Panel } from '@/components/layout/panel';
import { StatCards } from '@/components/layout/stat-cards';
import { pageField, useListSearch } from '@/lib/list-search';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import styles from './wallet-page.module.css';

export type ReferralsData = Awaited<ReturnType<typeof getReferrals>>['data'];
export type InvitedCustomer = ReferralsData['customers'][number];

/** How a status is shown. */
const BADGES: Record<ReferralState, { status: string; word?: string }> = {
  joined: { status: 'joined' },
  pending: { status: 'pending', word: 'On its way' },
  rewarded: { status: 'successful', word: 'Rewarded' },
  reversed: { status: 'reversed' },
};

type Terms = Pick<ReferralsData, 'percentage' | 'maximum' | 'minimum_topup'>;

const describeTerms = ({ percentage, maximum, minimum_topup }: Terms): string =>
  `When someone joins through your link, you get ${percentage} % of their first top-up of ${formatNaira(
    minimum_topup,
  )} or more, up to ${formatNaira(maximum)} for each.`;

/** What is passed on with the link. */
const toMessage = (siteName: string, link: string): string =>
  `I buy my proxies at ${siteName} and pay in naira. Join here: ${link}`;

interface InvitedCustomersProps {
  data: ReferralsData;
  isStale: boolean;
  onPage: (page: number) => void;
}

export function InvitedCustomers({ data, isStale, onPage }: InvitedCustomersProps) {
  const { customers, pagination } = data;
  if (pagination.total === 0)
    return (
      <EmptyState
        icon="user"
        title="Nobody has joined through your link yet."
        hint="Send it to people who need proxies. They show here as soon as they have an account."
      />
    );
  return (
    <>
      <ul aria-busy={isStale}>
        {customers.map(({ name, joined_at: at, status, reward }, index) => (
          <li key={index} className={styles.row}>
            <StackedCell primary={name} secondary={`Joined ${formatDate(at)}`} />
            <span>
              <StatusBadge {...BADGES[status]} />
            </span>
            <strong>{reward === null ? '–' : <Money amount={reward} />}</strong>
          </li>
        ))}
      </ul>
      {pagination.last_page > 1 && <ListPagination info={pagination} onPage={onPage} />}
    </>
  );
}

/** The invitation link to copy, and to pass on with what the device or WhatsApp offers. */
export function ShareLink({ link }: { link: string }) {
  const siteName = useSiteConfig()?.site_name ?? 'this shop';
  const text = toMessage(siteName, link);
  // Not in every browser, whatever its type says.
  const canShare = typeof navigator.share === 'function';
  return (
    <>
      <CopyField label="Your link" value={link} />
      <Flex gap="small" wrap style={{ marginTop: 16 }}>
        <Button
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
        >
          Send by WhatsApp
        </Button>
        {canShare && (
          <Button
            icon={<ShareAltOutlined aria-hidden="true" />}
            // Rejected when the person closes the sheet.
            onClick={() => void navigator.share({ text }).catch(() => undefined)}
          >
            Share
          </Button>
        )}
      </Flex>
    </>
  );
}

const SEARCH = { page: pageField };

/** The customer's invitation link, what it brings and whom it brought. */
export default function Referrals() {
  const search = useListSearch(SEARCH);
  const query = useGetReferrals(
    { page: search.values.page },
    { query: { meta: { quiet: true }, placeholderData: (previous) => previous } },
  );
  const data = query.data?.data;
  return (
    <>
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
            className={styles.part}
            title={data.enabled ? 'Invite and earn' : 'No rewards now'}
          >
            <Typography.Paragraph>
              {data.enabled
                ? describeTerms(data)
                : 'Invitations earn no reward at the moment. You keep the rewards that you have.'}
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
