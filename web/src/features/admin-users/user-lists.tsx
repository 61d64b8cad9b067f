import SendOutlined from '@ant-design/icons/SendOutlined';
import { Button } from 'antd';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { type adminAuditLogs, useAdminAuditLogs } from '@/api/generated/admin-audit';
import { type adminListProxies, useAdminListProxies } from '@/api/generated/admin-proxies';
import {
  type adminListUserMails,
  useAdminListUserMails,
  useAdminResendUserMail,
} from '@/api/generated/admin-users';
import { outcome } from '@/api/outcome';
import { useCan } from '@/api/use-can';
import { Country } from '@/components/format/country';
import { DateTime } from '@/components/format/date-time';
import { StatusBadge } from '@/components/format/status-badge';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { adminProxyPath } from '@/lib/admin-paths';
import { countryName } from '@/lib/country';
import { formatDate, formatDateTime } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import { HistoryList, type HistoryProps, toParams } from './history-list';

type Data<F extends (...args: never[]) => Promise<{ data: unknown }>> = Awaited<
  ReturnType<F>
>['data'];
type Proxy = Data<typeof adminListProxies>['proxies'][number];
type Log = Data<typeof adminAuditLogs>['logs'][number];
type Mail = Data<typeof adminListUserMails>['mails'][number];

const options = { query: { placeholderData: keepPreviousData, meta: { quiet: true } } };

const statusOf = (proxy: Proxy): string => (proxy.is_expired ? 'expired' : proxy.status);
const usageOf = ({ pool_data: { limit_mb: limit }, ...proxy }: Proxy): string =>
  limit === null ? 'Not limited' : `${formatNumber(proxy.bandwidth_usage_percentage)}% used`;

const proxyColumns: Column<Proxy>[] = [
  { title: 'Proxy ID', render: ({ id }) => <Link to={adminProxyPath(id)}>#{id}</Link> },
  { title: 'Type', render: ({ type }) => capitalise(type) },
  { title: 'Location', grow: 1, render: ({ location }) => <Country code={location} /> },
  { title: 'Status', render: (proxy) => <StatusBadge status={statusOf(proxy)} /> },
  { title: 'Usage', numeric: true, render: usageOf },
  { title: 'Expires', render: (proxy) => <DateTime iso={proxy.expires_at} /> },
];

const toCompactProxy = (proxy: Proxy): CompactRow => ({
  name: `proxy ${proxy.id}`,
  title: `#${proxy.id} ${capitalise(proxy.type)}, ${countryName(proxy.location)}`,
  open: adminProxyPath(proxy.id),
  lead: <StatusBadge status={statusOf(proxy)} />,
  details: [usageOf(proxy), `until ${formatDate(proxy.expires_at)}`],
  actions: [],
});

export function Proxies({ user, history }: HistoryProps) {
  const query = useAdminListProxies({ ...toParams(history.values), user_id: user.id }, options);
  return (
    <HistoryList
      noun="proxies"
      columns={proxyColumns}
      toCompact={toCompactProxy}
      query={query}
      getPage={({ data }) => ({ rows: data.proxies, pagination: data.pagination })}
      history={history}
    />
  );
}

const auditColumns: Column<Log>[] = [
  { title: 'Timestamp', render: ({ timestamp }) => <DateTime iso={timestamp} /> },
  {
    title: 'User',
    render: ({ user, userRole }) => <StackedCell primary={user} secondary={userRole} />,
  },
  {
    title: 'Details',
    grow: 1,
    render: ({ details, action }) => <StackedCell primary={details} secondary={action} />,
  },
  { title: 'IP Address', render: ({ ipAddress }) => <code>{ipAddress || '–'}</code> },
];

const toCompactLog = (log: Log): CompactRow => ({
  name: log.action,
  title: log.details,
  details: [log.user, formatDateTime(log.timestamp), log.ipAddress],
  actions: [],
});

export function AuditTrail({ user, history }: HistoryProps) {
  const query = useAdminAuditLogs({ ...toParams(history.values), about_user: user.id }, options);
  return (
    <HistoryList
      noun="entries"
      columns={auditColumns}
      toCompact={toCompactLog}
      query={query}
      getPage={({ data }) => ({ rows: data.logs, pagination: data.pagination })}
      history={history}
    />
  );
}

function MailStatus({ mail }: { mail: Mail }) {
  return (
    <span title={mail.last_error ?? undefined}>
      <StatusBadge status={mail.status} />
    </span>
  );
}

/** Not searched: there are few of one address. */
export function Mails({ user, history }: HistoryProps) {
  const canResend = useCan()('users.manage');
  const { page, per_page } = toParams(history.values);
  const query = useAdminListUserMails(user.id, { page, per_page }, options);
  const resend = useAdminResendUserMail({ mutation: outcome('The email could not be sent again') });
  const send = ({ id: mailId }: Mail): void => {
    if (!resend.isPending) resend.mutate({ id: user.id, mailId });
  };
  const isOffered = (mail: Mail): boolean => canResend && mail.can_resend;
  return (
    <HistoryList<Mail, NonNullable<typeof query.data>>
      noun="emails"
      isSearched={false}
      columns={[
        {
          title: 'Subject',
          grow: 1,
          render: (mail) => <StackedCell primary={mail.subject} secondary={mail.last_error} />,
        },
        { title: 'Status', render: (mail) => <MailStatus mail={mail} /> },
        { title: 'Date', render: (mail) => <DateTime iso={mail.sent_at ?? mail.created_at} /> },
        {
          title: 'Actions',
          render: (mail) =>
            isOffered(mail) && (
              <Button
                size="small"
                aria-label={`Send “${mail.subject}” again`}
                disabled={resend.isPending}
                onClick={() => send(mail)}
              >
                Send again
              </Button>
            ),
        },
      ]}
      toCompact={(mail) => ({
        name: mail.subject,
        title: mail.subject,
        lead: <MailStatus mail={mail} />,
        details: [formatDateTime(mail.sent_at ?? mail.created_at), mail.last_error],
        actions: isOffered(mail)
          ? [
              {
                label: 'Send again',
                icon: <SendOutlined aria-hidden />,
                onSelect: () => send(mail),
              },
            ]
          : [],
      })}
      query={query}
      getPage={({ data }) => ({ rows: data.mails, pagination: data.pagination })}
      history={history}
    />
  );
}
