import { keepPreviousData } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useListMails, useRetryMail, type listMails } from '@/api/generated/admin-machinery';
import { MailFilter } from '@/api/generated/api.schemas';
import { listFailure } from '@/api/failures';
import { outcome } from '@/api/outcome';
import { DateTime } from '@/components/format/date-time';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { statusFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { adminUserPath } from '@/lib/admin-paths';
import { choiceField, pageField, textField, toListParams, useListSearch } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';
import { RowDialog } from './row-dialog';

type Mail = Awaited<ReturnType<typeof listMails>>['data']['mails'][number];

const ALL = 'all';
const mailSearch = {
  page: pageField,
  search: textField(),
  status: choiceField<MailFilter | typeof ALL>([ALL, ...Object.values(MailFilter)], ALL),
};
const FILTER_LABELS: Record<MailFilter, string> = {
  queued: 'Queued',
  stuck: 'Queued for over half an hour',
  sent: 'Sent',
  failed: 'Failed',
};

const Recipient = ({ recipient, user_id: userId }: Mail) => {
  if (recipient === null) return 'Hidden';
  return userId === null ? recipient : <Link to={adminUserPath(userId)}>{recipient}</Link>;
};

const getColumns = (open: (mail: Mail) => void): Column<Mail>[] => [
  {
    title: 'Email',
    grow: 3,
    card: 'title',
    render: (mail) => <StackedCell primary={<Recipient {...mail} />} secondary={mail.subject} />,
  },
  { title: 'Status', card: 'lead', render: (mail) => <StatusBadge status={mail.status} /> },
  {
    title: 'Reason',
    grow: 3,
    render: ({ last_error: error }) => <span title={error ?? undefined}>{error ?? '–'}</span>,
  },
  { title: 'Attempts', numeric: true, render: ({ attempts }) => formatNumber(attempts) },
  { title: 'Written', render: ({ created_at: iso }) => <RelativeTime iso={iso} /> },
  {
    title: 'Details',
    card: 'foot',
    render: (mail) => (
      <Button size="small" aria-label={`Details of email ${mail.id}`} onClick={() => open(mail)}>
        Details
      </Button>
    ),
  },
];

const toCompact =
  (open: (mail: Mail) => void) =>
  (mail: Mail): CompactRow => ({
    name: `email ${mail.id}`,
    title: mail.subject,
    open: () => open(mail),
    lead: <StatusBadge status={mail.status} />,
    details: [mail.recipient ?? 'Hidden', mail.last_error],
    note: <RelativeTime iso={mail.created_at} />,
    actions: [],
  });

function MailDialog({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const retry = useRetryMail({ mutation: outcome('The email could not be sent', onClose) });
  const { next_attempt_at: nextAt, sent_at: sentAt, last_error: error } = mail;
  return (
    <RowDialog
      title="Email"
      about={`${mail.subject}, to ${mail.recipient ?? 'a hidden address'}`}
      facts={[
        { label: 'To', children: <Recipient {...mail} /> },
        { label: 'Subject', children: mail.subject },
        { label: 'Status', children: <StatusBadge status={mail.status} /> },
        { label: 'Written', children: <DateTime iso={mail.created_at} /> },
        ...(sentAt ? [{ label: 'Sent', children: <DateTime iso={sentAt} /> }] : []),
        { label: 'Attempts', children: formatNumber(mail.attempts) },
        ...(nextAt ? [{ label: 'Next attempt', children: <DateTime iso={nextAt} /> }] : []),
        ...(error ? [{ label: 'Reason', children: error }] : []),
      ]}
      actions={
        mail.can_retry
          ? [
              {
                verb: 'Send now',
                consequence: 'The email is tried at once.',
                isBusy: retry.isPending,
                run: (reason) => retry.mutate({ id: mail.id, data: { reason } }),
              },
            ]
          : []
      }
      onClose={onClose}
    />
  );
}

/** The emails of the shop, with what became of each. */
export default function MailsPage() {
  const search = useListSearch(mailSearch);
  const query = useListMails(toListParams(search.values), {
    query: { placeholderData: keepPreviousData, meta: { quiet: true } },
  });
  const [opened, setOpened] = useState<Mail | null>(null);
  const data = query.data?.data;
  return (
    <ListPage<Mail, typeof search.values>
      title="Emails"
      refreshable
      label="Emails"
      search={search}
      searchLabel="Search emails"
      searchPlaceholder="Search by address or subject"
      filters={[
        {
          ...statusFilter([]),
          options: [
            { value: ALL, label: 'All statuses' },
            ...Object.values(MailFilter).map((value) => ({ value, label: FILTER_LABELS[value] })),
          ],
        },
      ]}
      query={query}
      rows={data?.mails}
      pagination={data?.pagination}
      columns={getColumns(setOpened)}
      toCompact={toCompact(setOpened)}
      tableFrom="(min-width: 1000px)"
      skeletonRows={5}
      empty={{
        icon: 'mail',
        title: 'No email yet',
        hint: 'What is sent stays here for 30 days, what failed for 90.',
      }}
      emptyFiltered="No emails found matching your search criteria."
      error={listFailure('Failed to load the emails')}
    >
      {opened && <MailDialog mail={opened} onClose={() => setOpened(null)} />}
    </ListPage>
  );
}
