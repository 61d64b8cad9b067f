import { Button, Checkbox, Col, Form, Input, Radio, Row, Select, Typography } from 'antd';
import { required } from '@/components/form/required';
import { useState } from 'react';
import {
  useAdminAddAnnouncement,
  useAdminChangeAnnouncement,
  useAdminEndAnnouncement,
  useAdminListAnnouncements,
} from '@/api/generated/admin-announcements';
import {
  AnnouncementAudience,
  AnnouncementLevel,
  type AnnouncementResponse,
} from '@/api/generated/api.schemas';
import { failure } from '@/api/failures';
import { outcome } from '@/api/outcome';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { AppForm } from '@/components/form/app-form';
import { DateInput } from '@/components/form/date-input';
import { FormActions } from '@/components/form/form-actions';
import { Markdown } from '@/components/format/markdown';
import { StatusBadge, type Tone } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { Dialog } from '@/components/ui/dialog';
import { formatShortDateTime, isoDate } from '@/lib/date';
import { fromLagosInput, toLagosInput } from '@/lib/lagos-input';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';

type Announcement = AnnouncementResponse;

interface Values extends Pick<Announcement, 'title' | 'body' | 'level' | 'audience' | 'to_inbox'> {
  starts_at?: string;
  ends_at?: string;
}

const FAILED = 'The announcement could not be saved';
const TONES: Record<Announcement['state'], Tone> = {
  scheduled: 'waiting',
  active: 'good',
  ended: 'neutral',
};

const describeAudience = (audience: Announcement['audience']): string =>
  audience === 'all' ? 'All customers' : `Customers with ${audience} proxies`;

const nameAudience = (audience: Announcement['audience']): string =>
  audience === 'all' ? 'All customers' : `${capitalise(audience)} proxies`;

const describeTime = ({ starts_at: from, ends_at: to }: Announcement): string =>
  `${formatShortDateTime(from)} – ${to ? formatShortDateTime(to) : 'no end'}`;

const describeInbox = ({
  to_inbox: isWanted,
  inbox_count: count,
  inbox_sent_at: at,
}: Announcement) =>
  isWanted && (at || count > 0)
    ? `${formatNumber(count)} ${count === 1 ? 'inbox' : 'inboxes'}`
    : isWanted
      ? 'Due'
      : 'No';

const State = ({ state }: Announcement) => <StatusBadge status={state} tone={TONES[state]} />;

/** @param announcement null: a new one. */
function Editor({
  announcement,
  onDone,
}: {
  announcement: Announcement | null;
  onDone: () => void;
}) {
  const [form] = Form.useForm<Values>();
  const body = Form.useWatch('body', form);
  const add = useAdminAddAnnouncement({ mutation: outcome(FAILED, onDone) });
  const change = useAdminChangeAnnouncement({ mutation: outcome(FAILED, onDone) });
  const isBusy = add.isPending || change.isPending;
  return (
    <Dialog
      title={announcement ? 'Edit announcement' : 'New announcement'}
      width={600}
      onClose={onDone}
    >
      <AppForm<Values>
        form={form}
        label="Announcement"
        initialValues={{
          ...{ level: 'information', audience: 'all', to_inbox: false },
          ...announcement,
          starts_at: toLagosInput(announcement?.starts_at ?? null),
          ends_at: toLagosInput(announcement?.ends_at ?? null),
        }}
        serverErrors={(add.error ?? change.error)?.fieldErrors}
        onSubmit={({ starts_at: from = '', ends_at: to = '', ...values }) => {
          if (isBusy) return;
          const data = { ...values, starts_at: fromLagosInput(from), ends_at: fromLagosInput(to) };
          if (announcement) change.mutate({ id: announcement.id, data });
          else add.mutate({ data });
        }}
      >
        <Form.Item name="title" label="Title" required rules={required('Enter a title')}>
          <Input autoFocus maxLength={120} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="body"
          label="Text"
          required
          rules={required('Enter a text')}
          extra="Markdown: **bold**, lists, [text](https://address)."
        >
          <Input.TextArea rows={4} maxLength={4000} />
        </Form.Item>
        {body?.trim() && (
          <Form.Item label="Preview">
            <Markdown text={body} />
          </Form.Item>
        )}
        <Row gutter={16}>
          <Col xs={24} sm={12}>
            <Form.Item name="level" label="Level">
              <Radio.Group
                options={Object.values(AnnouncementLevel).map((value) => ({
                  value,
                  label: capitalise(value),
                }))}
              />
            </Form.Item>
          </Col>
          <Col xs={24} sm={12}>
            <Form.Item name="audience" label="For">
              <Select
                virtual={false}
                options={Object.values(AnnouncementAudience).map((value) => ({
                  value,
                  label: describeAudience(value),
                }))}
              />
            </Form.Item>
          </Col>
          <Col xs={24} sm={12}>
            <Form.Item name="starts_at" label="From (Lagos)" extra="Empty: at once.">
              <DateInput withTime />
            </Form.Item>
          </Col>
          <Col xs={24} sm={12}>
            <Form.Item name="ends_at" label="Until (Lagos)" extra="Empty: until you end it.">
              <DateInput withTime min={isoDate()} />
            </Form.Item>
          </Col>
        </Row>
        <Form.Item
          name="to_inbox"
          valuePropName="checked"
          extra="Once to each customer of the audience, when it starts. It stays as it was sent."
        >
          <Checkbox>Also a message in their inbox</Checkbox>
        </Form.Item>
        <FormActions onCancel={onDone} isBusy={isBusy} busy="Saving...">
          {announcement ? 'Save' : 'Publish'}
        </FormActions>
      </AppForm>
    </Dialog>
  );
}

function EndDialog({ announcement, onClose }: { announcement: Announcement; onClose: () => void }) {
  const end = useAdminEndAnnouncement({
    mutation: outcome('The announcement could not be ended', onClose),
  });
  return (
    <Dialog title="End announcement" width={480} onClose={onClose}>
      <Typography.Paragraph>
        Customers do not see “{announcement.title}” any more. Messages in inboxes stay.
      </Typography.Paragraph>
      <FormActions
        danger
        onCancel={onClose}
        onConfirm={() => end.mutate({ id: announcement.id })}
        isBusy={end.isPending}
        busy="Ending..."
      >
        End announcement
      </FormActions>
    </Dialog>
  );
}

/** What customers read on every screen, and in their inbox. */
export default function AnnouncementsPage() {
  const query = useAdminListAnnouncements({ query: { meta: { quiet: true } } });
  const [edited, setEdited] = useState<Announcement | 'new' | null>(null);
  const [ending, setEnding] = useState<Announcement | null>(null);
  const rows = query.data?.data.announcements;
  const toMenu = (row: Announcement): MenuAction[] =>
    row.state === 'ended'
      ? []
      : [
          { label: 'Edit', onSelect: () => setEdited(row) },
          { label: 'End', isDangerous: true, onSelect: () => setEnding(row) },
        ];
  const columns: Column<Announcement>[] = [
    {
      title: 'Announcement',
      grow: 3,
      render: ({ title, body }) => <StackedCell primary={title} secondary={body} />,
    },
    { title: 'For', render: ({ audience }) => nameAudience(audience) },
    { title: 'Level', render: ({ level }) => capitalise(level) },
    { title: 'Shown (Lagos)', render: describeTime },
    { title: 'Inbox', render: describeInbox },
    { title: 'State', render: (row) => <State {...row} /> },
    {
      title: 'Actions',
      numeric: true,
      render: (row) =>
        toMenu(row).length > 0 && <ActionMenu size={32} name={row.title} actions={toMenu(row)} />,
    },
  ];
  const toCompact = (row: Announcement): CompactRow => ({
    name: row.title,
    title: row.title,
    open: row.state === 'ended' ? undefined : () => setEdited(row),
    lead: <State {...row} />,
    details: [describeTime(row), nameAudience(row.audience), row.to_inbox && describeInbox(row)],
    actions: toMenu(row),
  });
  return (
    <>
      <PageHeader
        title="Announcements"
        actions={
          <Button type="primary" aria-haspopup="dialog" onClick={() => setEdited('new')}>
            New announcement
          </Button>
        }
      />
      <Panel flush>
        {query.isError && !rows ? (
          <ErrorState {...failure(query, 'Failed to load the announcements')} />
        ) : (
          <ListRows<Announcement>
            label="Announcements"
            columns={columns}
            toCompact={toCompact}
            rows={rows}
            skeletonRows={3}
            tableFrom="(min-width: 1200px)"
            empty={
              <EmptyState
                icon="chat"
                title="No announcements yet"
                hint="Customers read them above every screen, and in their inbox if you want."
              />
            }
          />
        )}
      </Panel>
      {edited && (
        <Editor announcement={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
      )}
      {ending && <EndDialog announcement={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
