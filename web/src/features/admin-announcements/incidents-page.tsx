import { Button, Col, Form, Input, Row, Select, Typography } from 'antd';
import { required } from '@/components/form/required';
import { useState } from 'react';
import {
  useAdminListIncidents,
  useAdminOpenIncident,
  useAdminUpdateIncident,
} from '@/api/generated/admin-announcements';
import {
  StatusComponent,
  type OpenIncidentDto,
  type StatusIncidentResponse,
} from '@/api/generated/api.schemas';
import { failure } from '@/api/failures';
import { outcome } from '@/api/outcome';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { AppForm } from '@/components/form/app-form';
import { FormActions } from '@/components/form/form-actions';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ListRows } from '@/components/list-page/list-rows';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { ButtonLink } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { IMPACTS } from '@/lib/incident-impacts';
import { paths } from '@/lib/paths';
import { capitalise } from '@/lib/text';

type Incident = StatusIncidentResponse;

const nameOf = (component: StatusComponent): string =>
  component === 'api' ? 'API' : capitalise(component);
const getNews = ({ updates, body }: Incident): string => updates[0]?.body ?? body;

const State = ({ resolved_at: at }: Incident) =>
  at ? (
    <StatusBadge status="closed" word="Resolved" />
  ) : (
    <StatusBadge status="failed" word="Open" />
  );

function OpenDialog({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<OpenIncidentDto>();
  const open = useAdminOpenIncident({
    mutation: outcome('The incident could not be opened', onDone),
  });
  return (
    <Dialog title="Open incident" width={520} onClose={onDone}>
      <AppForm<OpenIncidentDto>
        form={form}
        label="Open incident"
        initialValues={{ title: '', body: '', impact: 'degraded' }}
        serverErrors={open.error?.fieldErrors}
        onSubmit={(data) => {
          if (!open.isPending) open.mutate({ data });
        }}
      >
        <Form.Item name="title" label="Title" required rules={required('Enter a title')}>
          <Input autoFocus maxLength={120} autoComplete="off" />
        </Form.Item>
        <Row gutter={16}>
          <Col xs={24} sm={12}>
            <Form.Item
              name="component"
              label="Component"
              required
              rules={required('Choose a component')}
            >
              <Select
                virtual={false}
                options={Object.values(StatusComponent).map((value) => ({
                  value,
                  label: nameOf(value),
                }))}
              />
            </Form.Item>
          </Col>
          <Col xs={24} sm={12}>
            <Form.Item name="impact" label="Impact">
              <Select
                virtual={false}
                options={Object.entries(IMPACTS).map(([value, label]) => ({ value, label }))}
              />
            </Form.Item>
          </Col>
        </Row>
        <Form.Item
          name="body"
          label="Text"
          required
          rules={required('Enter a text')}
          extra="What customers notice, and what they can do. Everybody can read it on the status page."
        >
          <Input.TextArea rows={4} maxLength={2000} />
        </Form.Item>
        <FormActions onCancel={onDone} isBusy={open.isPending} busy="Opening...">
          Open incident
        </FormActions>
      </AppForm>
    </Dialog>
  );
}

interface UpdateDialogProps {
  incident: Incident;
  /** Whether the incident is over with it. */
  resolve: boolean;
  onDone: () => void;
}

function UpdateDialog({ incident, resolve, onDone }: UpdateDialogProps) {
  const [form] = Form.useForm<{ body: string }>();
  const update = useAdminUpdateIncident({
    mutation: outcome('The update could not be posted', onDone),
  });
  const verb = resolve ? 'Resolve incident' : 'Post update';
  return (
    <Dialog title={verb} width={520} onClose={onDone}>
      <Typography.Paragraph>
        {incident.title} ({nameOf(incident.component)}).{' '}
        {incident.automatic &&
          'The probes opened it, and resolve it when they find the component up.'}
      </Typography.Paragraph>
      <AppForm<{ body: string }>
        form={form}
        label={verb}
        initialValues={{ body: resolve ? 'This incident is resolved.' : '' }}
        serverErrors={update.error?.fieldErrors}
        onSubmit={({ body }) => {
          if (!update.isPending) update.mutate({ id: incident.id, data: { body, resolve } });
        }}
      >
        <Form.Item name="body" label="Text" required rules={required('Enter a text')}>
          <Input.TextArea autoFocus rows={4} maxLength={2000} />
        </Form.Item>
        <FormActions onCancel={onDone} isBusy={update.isPending} busy="Posting...">
          {verb}
        </FormActions>
      </AppForm>
    </Dialog>
  );
}

/** Problems on the public status page. */
export default function IncidentsPage() {
  const query = useAdminListIncidents({ query: { meta: { quiet: true } } });
  const [isOpening, setOpening] = useState(false);
  const [updated, setUpdated] = useState<Omit<UpdateDialogProps, 'onDone'> | null>(null);
  const rows = query.data?.data.incidents;
  const toMenu = (incident: Incident): MenuAction[] =>
    incident.resolved_at
      ? []
      : [
          { label: 'Post update', onSelect: () => setUpdated({ incident, resolve: false }) },
          { label: 'Resolve', onSelect: () => setUpdated({ incident, resolve: true }) },
        ];
  const columns: Column<Incident>[] = [
    {
      title: 'Incident',
      grow: 3,
      render: (incident) => <StackedCell primary={incident.title} secondary={getNews(incident)} />,
    },
    { title: 'Component', render: ({ component }) => nameOf(component) },
    { title: 'Impact', render: ({ impact }) => IMPACTS[impact] },
    { title: 'Opened by', render: ({ automatic }) => (automatic ? 'Probes' : 'Staff') },
    { title: 'Since', render: ({ started_at: at }) => <RelativeTime iso={at} /> },
    { title: 'State', render: (incident) => <State {...incident} /> },
    {
      title: 'Actions',
      numeric: true,
      render: (incident) =>
        toMenu(incident).length > 0 && (
          <ActionMenu size={32} name={incident.title} actions={toMenu(incident)} />
        ),
    },
  ];
  const toCompact = (incident: Incident): CompactRow => ({
    name: incident.title,
    title: incident.title,
    open: incident.resolved_at ? undefined : () => setUpdated({ incident, resolve: false }),
    lead: <State {...incident} />,
    details: [nameOf(incident.component), IMPACTS[incident.impact], getNews(incident)],
    note: <RelativeTime iso={incident.started_at} />,
    actions: toMenu(incident),
  });
  return (
    <>
      <PageHeader
        title="Incidents"
        actionsBelow
        actions={
          <>
            <ButtonLink to={paths.status}>Status page</ButtonLink>
            <Button type="primary" aria-haspopup="dialog" onClick={() => setOpening(true)}>
              Open incident
            </Button>
          </>
        }
      />
      <Panel flush>
        {query.isError && !rows ? (
          <ErrorState {...failure(query, 'Failed to load the incidents')} />
        ) : (
          <ListRows<Incident>
            label="Incidents"
            columns={columns}
            toCompact={toCompact}
            rows={rows}
            skeletonRows={3}
            tableFrom="(min-width: 1100px)"
            empty={
              <EmptyState
                icon="check"
                title="No incidents yet"
                hint="The probes open one in the third minute of an outage. Open one yourself for what they do not see."
              />
            }
          />
        )}
      </Panel>
      {isOpening && <OpenDialog onDone={() => setOpening(false)} />}
      {updated && <UpdateDialog {...updated} onDone={() => setUpdated(null)} />}
    </>
  );
}
