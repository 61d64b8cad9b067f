import { Avatar, Button, Flex, Form, Input, Tag, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ApiError } from '@/api/api-error';
import {
  useAdminAddUserNote,
  useAdminEndUserSession,
  useAdminListRelatedUsers,
  useAdminListUserNotes,
  useAdminListUserSessions,
  useAdminRemoveUserNote,
} from '@/api/generated/admin-users';
import { outcome } from '@/api/outcome';
import { useCan } from '@/api/use-can';
import { useOwnId } from '@/api/use-own-id';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { DateTime } from '@/components/format/date-time';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Icon } from '@/components/ui/icon';
import { adminUserPath } from '@/lib/admin-paths';
import { nameWithEmail } from '@/lib/text';
import { isMobileDevice, toUserAgentLabel } from '@/lib/user-agent-label';
import type { User } from './user';
import styles from './user-overview.module.css';

type Person = Pick<User, 'id' | 'name' | 'email'>;

interface Loaded {
  isError: boolean;
  error: ApiError | null;
  refetch: () => Promise<unknown>;
}

interface RecordListProps<Row> {
  query: Loaded;
  rows: readonly Row[] | undefined;
  /** Plural, such as "notes". */
  noun: string;
  hint?: string;
  children: (row: Row) => ReactNode;
}

/** Rows of two lines and an action, with the states of a list. */
function RecordList<Row extends { id: string | number }>({
  query,
  rows,
  noun,
  hint,
  children,
}: RecordListProps<Row>) {
  if (query.isError)
    return (
      <ErrorState
        title={`Failed to load ${noun}`}
        message={query.error?.message}
        requestId={query.error?.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  if (!rows) return <LoadingRows rows={4} />;
  if (rows.length === 0) return <EmptyState icon="list" title={`No ${noun} yet`} hint={hint} />;
  return (
    <ul aria-label={noun} className={styles.records}>
      {rows.map((row) => (
        <li key={row.id} className={styles.record}>
          {children(row)}
        </li>
      ))}
    </ul>
  );
}

export function Sessions({ user }: { user: Person }) {
  const canManage = useCan()('users.manage');
  const query = useAdminListUserSessions(user.id, { query: { meta: { quiet: true } } });
  const end = useAdminEndUserSession({ mutation: outcome('The session could not be ended') });
  return (
    <>
      <RecordList query={query} rows={query.data?.data.sessions} noun="sign-ins">
        {({ id, ip, user_agent: agent, ...session }) => (
          <>
            <Avatar
              className={styles.device}
              shape="square"
              icon={<Icon name={isMobileDevice(agent) ? 'phone' : 'display'} />}
            />
            <span className={styles.text}>
              <span>
                <strong title={agent}>{toUserAgentLabel(agent)}</strong>{' '}
                {session.is_active ? <Tag color="success">Active</Tag> : <Tag>Ended</Tag>}
              </span>
              <span className={styles.minor}>
                {ip} · signed in <DateTime iso={session.created_at} /> · last seen{' '}
                <RelativeTime iso={session.last_seen_at} />
              </span>
            </span>
            {session.is_active && canManage && (
              <Button
                disabled={end.isPending}
                onClick={() => end.mutate({ id: user.id, sessionId: id })}
              >
                End session
                <span className="visually-hidden">
                  {' '}
                  of {toUserAgentLabel(agent)} at {ip}
                </span>
              </Button>
            )}
          </>
        )}
      </RecordList>
      <RelatedUsers user={user} />
    </>
  );
}

/** Other customers at the same addresses; nothing where there are none, as for most. */
function RelatedUsers({ user }: { user: Person }) {
  const query = useAdminListRelatedUsers(user.id, { query: { meta: { quiet: true } } });
  const users = query.data?.data.users ?? [];
  if (users.length === 0) return null;
  return (
    <section aria-label="Accounts at the same addresses" style={{ marginTop: 24 }}>
      <h3 style={{ paddingInline: 16 }}>Accounts at the same addresses</h3>
      <Typography.Paragraph type="secondary" style={{ paddingInline: 16 }}>
        They signed in from an address of {user.name} in the last 30 days. Customers of a mobile
        network or an office often share one.
      </Typography.Paragraph>
      <RecordList query={query} rows={users} noun="related accounts">
        {({ id, name, email, status, ...other }) => (
          <span className={styles.text}>
            <span>
              <Link to={adminUserPath(id)} style={{ fontWeight: 600 }}>
                {name}
              </Link>{' '}
              {email} <StatusBadge status={status} />
            </span>
            <span className={styles.minor}>
              {other.addresses > 1 ? `${other.addresses} addresses, such as ` : ''}
              {other.examples[0]} · joined <DateTime iso={other.created_at} /> · last seen{' '}
              <RelativeTime iso={other.last_seen_at} />
            </span>
          </span>
        )}
      </RecordList>
    </section>
  );
}

const MAX_NOTE = 2000;

function NoteForm({ user }: { user: Person }) {
  const [form] = Form.useForm<{ body: string }>();
  const [body, setBody] = useState('');
  const add = useAdminAddUserNote({
    mutation: {
      meta: { fallback: 'The note could not be saved' },
      onSuccess: () => {
        form.resetFields();
        setBody('');
      },
    },
  });
  const text = body.trim();
  return (
    <Form
      form={form}
      aria-label="New note"
      className={styles.noteForm}
      onFinish={() => text && !add.isPending && add.mutate({ id: user.id, data: { body: text } })}
    >
      <Form.Item name="body" extra="Only staff see it. The customer’s data export has it, too.">
        <Input.TextArea
          aria-label="Note"
          placeholder={`What should the next person know about ${user.name}?`}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={MAX_NOTE}
          onChange={(event) => setBody(event.target.value)}
        />
      </Form.Item>
      <Flex justify="end">
        <Button type="primary" htmlType="submit" disabled={!text || add.isPending}>
          {add.isPending ? 'Saving...' : 'Add note'}
        </Button>
      </Flex>
    </Form>
  );
}

export function Notes({ user }: { user: Person }) {
  const canWrite = useCan()('tickets.manage');
  const ownId = useOwnId();
  const [removed, setRemoved] = useState<number | null>(null);
  const query = useAdminListUserNotes(user.id, { query: { meta: { quiet: true } } });
  const remove = useAdminRemoveUserNote({
    mutation: {
      meta: { fallback: 'The note could not be removed' },
      onSuccess: () => setRemoved(null),
    },
  });
  return (
    <>
      {canWrite && <NoteForm user={user} />}
      <RecordList
        query={query}
        rows={query.data?.data.notes}
        noun="notes"
        hint="Notes are for the staff. The customer does not see them in the shop."
      >
        {(note) => (
          <>
            <span className={styles.text}>
              <span className={styles.note}>{note.body}</span>
              <span className={styles.minor}>
                {note.author} · <DateTime iso={note.created_at} />
              </span>
            </span>
            {canWrite && note.author_id === ownId && (
              <Button size="small" aria-haspopup="dialog" onClick={() => setRemoved(note.id)}>
                Remove
              </Button>
            )}
          </>
        )}
      </RecordList>
      {removed !== null && (
        <ConfirmDialog
          title="Remove this note?"
          confirm="Remove note"
          busy="Removing..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id: user.id, noteId: removed })}
          onClose={() => setRemoved(null)}
        >
          <Typography.Paragraph>
            Your note about {nameWithEmail(user)} is erased. The audit trail keeps that there was
            one.
          </Typography.Paragraph>
        </ConfirmDialog>
      )}
    </>
  );
}
