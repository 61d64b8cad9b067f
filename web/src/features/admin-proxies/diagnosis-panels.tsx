import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAdminCloseConnections } from '@/api/generated/admin-proxies';
import { useCan, useCanOpen } from '@/api/use-can';
import { useMessage } from '@/components/feedback/use-message';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { Panel } from '@/components/layout/panel';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { CopyButton } from '@/components/ui/copy-button';
import { LinkButton } from '@/components/ui/link-button';
import { adminNetworkPath } from '@/lib/admin-paths';
import { formatBytes } from '@/lib/bytes';
import { countryName } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import {
  mendingScreen,
  NETWORK_LOOKS,
  quotedAnswer,
  type Diagnosis,
  type Reason,
} from './diagnosis';
import styles from './diagnosis-page.module.css';

interface LinesProps<Row> {
  title: string;
  rows: readonly Row[];
  empty: string;
  action?: ReactNode;
  /** Main line, the lines below it, and what stands at its end. */
  render: (row: Row) => readonly [main: ReactNode, minor: ReactNode, end?: ReactNode];
}

function Lines<Row>({ title, rows, empty, action, render }: LinesProps<Row>) {
  return (
    <Panel title={title} action={action}>
      {rows.length === 0 && <p className={styles.minor}>{empty}</p>}
      <ul className={styles.list}>
        {rows.map((row, index) => {
          const [main, minor, end] = render(row);
          return (
            <li key={index}>
              <div>
                <div>{main}</div>
                <div className={styles.minor}>{minor}</div>
              </div>
              {end && <div>{end}</div>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const times = (count: number) => `${formatNumber(count)} ${count === 1 ? 'time' : 'times'}`;

function ReasonLine({ reason, proxy }: { reason: Reason; proxy: Diagnosis['proxy'] }) {
  const canOpen = useCanOpen();
  const screen = mendingScreen(reason.code, proxy);
  const answer = quotedAnswer(reason.how_to_fix);
  return (
    <li>
      <div>
        <strong>{reason.message}</strong>
        <div>
          {reason.how_to_fix}
          {answer && <CopyButton compact text={answer} label="answer for the customer" />}
        </div>
      </div>
      {screen && canOpen(screen.to) && (
        <LinkButton size="small" to={screen.to}>
          {screen.label}
        </LinkButton>
      )}
    </li>
  );
}

export const Reasons = ({ reasons, proxy }: Diagnosis) => (
  <ul className={`${styles.list} ${styles.reasons}`} aria-label="Reasons">
    {reasons.map((reason) => (
      <ReasonLine key={reason.code} reason={reason} proxy={proxy} />
    ))}
  </ul>
);

/** What each gateway would do with the next request. */
export const NextRequest = ({ would_use: uses, connections }: Diagnosis) => (
  <Lines
    title="Next request"
    rows={uses}
    empty={
      connections.complete
        ? 'The gateways do not say; they are of an earlier release.'
        : 'No gateway answered.'
    }
    render={({ gateway, refused_for: refusal, route, until, candidates }) => [
      refusal ? (
        <>
          Refused: <code>{refusal}</code>
        </>
      ) : (
        (route?.name ?? 'Another exit for each request')
      ),
      <>
        Gateway {gateway}
        {candidates > 0 && `, one of ${formatNumber(candidates)} that serve the place`}
        {until && (
          <>
            , changes <RelativeTime iso={until} />
          </>
        )}
      </>,
    ]}
  />
);

export const Failures = ({ failures }: Diagnosis) => (
  <Lines
    title="Refused in the last 24 hours"
    rows={failures}
    empty="No request was refused."
    render={({ title, cause, how_to_fix: help, count, last_at: last }) => [
      <strong key="title">{title}</strong>,
      <>
        {cause} Last <RelativeTime iso={last} />. For the customer: {help}
        <CopyButton compact text={help} label={`answer to “${title}”`} />
      </>,
      times(count),
    ]}
  />
);

export function Networks({ networks, proxy }: Diagnosis) {
  const canOpen = useCanOpen();
  return (
    <Lines
      title="Networks of the place"
      rows={networks}
      empty={
        proxy.ip
          ? `It has an address of its own, ${proxy.ip}, and uses no network.`
          : 'No network sells its kind and country; only exits serve it.'
      }
      render={({ id, name, state, last_error: error, requests, bytes, last_used_on: last }) => [
        canOpen(adminNetworkPath(id)) ? <Link to={adminNetworkPath(id)}>{name}</Link> : name,
        <>
          {error && `${error}. `}
          {last
            ? `${formatNumber(requests)} connections of this proxy in 7 days, ${formatBytes(bytes)}`
            : 'Not used by this proxy in 7 days'}
        </>,
        <StatusBadge key="state" {...NETWORK_LOOKS[state]} />,
      ]}
    />
  );
}

/** Failures of networks in the words of staff; of others the reason of the gateway. */
const DIAL_ERRORS: Record<string, string> = {
  our_account: 'Account refused',
  unreachable: 'Does not answer',
  place_empty: 'No address there',
  target: 'Target not allowed',
  retry: 'Failed',
};

export const LastConnections = ({ exits }: Diagnosis) => (
  <Lines
    title="Last connections"
    rows={exits}
    empty="No gateway remembers one since its start."
    render={({ at, gateway, route, country, latency_ms: ms, error }) => [
      route.name,
      <>
        <RelativeTime iso={at} />, asked for {countryName(country)}, {formatNumber(ms)} ms, gateway{' '}
        {gateway}
      </>,
      <StatusBadge
        key="outcome"
        status={error ? 'failed' : 'successful'}
        word={error ? (DIAL_ERRORS[error] ?? error) : 'Connected'}
      />,
    ]}
  />
);

const SHOWN = 10;

export function OpenConnections({ connections: list, proxy }: Diagnosis) {
  const can = useCan();
  const message = useMessage();
  const [isAsking, setAsking] = useState(false);
  const close = useAdminCloseConnections({
    mutation: {
      meta: { fallback: 'Failed to close the connections' },
      onSuccess: ({ data }) => message.success(`${formatNumber(data.closed)} closed.`),
      onSettled: () => setAsking(false),
    },
  });
  const total = formatNumber(list.total);
  return (
    <>
      <Lines
        title={`Open connections (${total}${list.complete ? '' : ' or more'})`}
        action={
          list.total > 0 &&
          can('proxies.manage') && (
            <Button danger size="small" aria-haspopup="dialog" onClick={() => setAsking(true)}>
              Close all
            </Button>
          )
        }
        rows={list.connections.slice(0, SHOWN)}
        empty="No connection is open at the moment."
        render={({ protocol, client_network: network, started_at: start, ...one }) => [
          <>
            {protocol.toUpperCase()} from <code>{network}</code>
          </>,
          <>
            <RelativeTime iso={start} />, gateway {one.gateway}, session {one.session}
          </>,
          formatBytes(one.bytes_up + one.bytes_down),
        ]}
      />
      {isAsking && (
        <ConfirmDialog
          title={`Close the ${total} open connections of proxy #${proxy.id}?`}
          keep="Keep them"
          confirm="Close them"
          busy="Closing..."
          isBusy={close.isPending}
          onConfirm={() => close.mutate({ id: proxy.id })}
          onClose={() => setAsking(false)}
        >
          <p>
            Downloads of {proxy.user.name} break off. Programs connect again by themselves; to keep
            them away, suspend the proxy.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

export const NotKnown = ({ not_known: gaps }: Diagnosis) => (
  <Lines title="What is not known" rows={gaps} empty="" render={(gap) => [gap, null]} />
);
