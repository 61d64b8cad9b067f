import { Alert, Button, Flex, Form, Progress, Segmented, Select, Typography } from 'antd';
import { useState } from 'react';
import { useAdminListNetworks } from '@/api/generated/admin-supply';
import {
  useAdminListCompensations,
  useAdminPreviewCompensation,
  useAdminProposeCompensation,
} from '@/api/generated/admin-wallet-corrections';
import type {
  CompensationResponse,
  CompensationPreviewData,
  CompensationTermsDto,
} from '@/api/generated/api.schemas';
import { outcome } from '@/api/outcome';
import { useCan } from '@/api/use-can';
import { AppForm } from '@/components/form/app-form';
import { DateInput } from '@/components/form/date-input';
import { FormActions } from '@/components/form/form-actions';
import { NumberInput } from '@/components/form/number-input';
import { ReasonForm } from '@/components/form/reason-form';
import { RelativeTime } from '@/components/format/relative-time';
import { StatusBadge } from '@/components/format/status-badge';
import { CountrySelect } from '@/components/places/country-select';
import { Dialog } from '@/components/ui/dialog';
import { isoDate } from '@/lib/date';
import { countryCodes } from '@/lib/country-codes';
import { fromLagosInput } from '@/lib/lagos-input';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';

interface Values {
  give: CompensationTermsDto['give'];
  amount?: number | null;
  megabytes?: number | null;
  kind?: CompensationTermsDto['kind'];
  country?: string;
  exit_id?: number | null;
  network_id?: number;
  from: string;
  until: string;
}

const PROGRESS_REFRESH_MS = 2000;
const KINDS = (['residential', 'mobile', 'datacenter'] as const).map((value) => ({
  value,
  label: capitalise(value),
}));
const LOOKS: Record<CompensationResponse['status'], { status: string; word: string }> = {
  proposed: { status: 'pending', word: 'Waits for approval' },
  running: { status: 'pending', word: 'In progress' },
  done: { status: 'active', word: 'Done' },
  rejected: { status: 'cancelled', word: 'Rejected' },
  expired: { status: 'cancelled', word: 'Expired' },
};

const toTerms = ({ country, from, until, ...values }: Values): CompensationTermsDto => ({
  give: values.give,
  ...(values.give === 'credit'
    ? { amount: values.amount ?? undefined }
    : { megabytes: values.megabytes ?? undefined }),
  kind: values.kind,
  country,
  exit_id: values.exit_id ?? undefined,
  network_id: values.network_id,
  from: fromLagosInput(from) ?? '',
  until: fromLagosInput(until) ?? '',
});

const countOf = (count: number, word: string, plural = `${word}s`): string =>
  `${formatNumber(count)} ${count === 1 ? word : plural}`;

const describeGift = ({
  give,
  amount,
  megabytes,
}: Pick<CompensationResponse, 'give' | 'amount' | 'megabytes'>) =>
  give === 'credit'
    ? `${formatNaira(amount ?? 0)} for each customer`
    : `${formatNumber(megabytes ?? 0)} MB for each proxy`;

function Compensations() {
  const query = useAdminListCompensations({
    query: {
      meta: { quiet: true },
      refetchInterval: ({ state }) =>
        (state.data?.data.compensations.some(({ status }) => status === 'running') ?? false) &&
        PROGRESS_REFRESH_MS,
    },
  });
  const listed = query.data?.data.compensations ?? [];
  if (listed.length === 0) return null;
  return (
    <section aria-label="Earlier compensations" style={{ marginTop: 24 }}>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        Earlier compensations
      </Typography.Title>
      {listed.map((one) => (
        <Flex key={one.id} vertical gap={4} style={{ paddingBlock: 8 }}>
          <Flex justify="space-between" gap="small" wrap>
            <strong>
              #{one.id} {describeGift(one)}, {formatNaira(one.total)} in all
            </strong>
            <StatusBadge {...LOOKS[one.status]} />
          </Flex>
          <span>
            {one.reason} ({one.scope})
          </span>
          {one.status === 'running' && (
            <Progress
              percent={Math.round((100 * (one.given + one.refused)) / one.customers)}
              aria-label={`Progress of compensation ${one.id}`}
            />
          )}
          <Typography.Text type="secondary">
            {formatNumber(one.given)} of {countOf(one.customers, 'customer')}
            {one.refused > 0 && `; ${formatNumber(one.refused)} could not get it`}, by{' '}
            {one.proposed_by} <RelativeTime iso={one.created_at} />
          </Typography.Text>
        </Flex>
      ))}
    </section>
  );
}

/** Who is meant and what they get. */
function Terms({ give }: { give: Values['give'] | undefined }) {
  const canSeeSupply = useCan()('supply.read');
  const networks = useAdminListNetworks({
    query: { enabled: canSeeSupply, meta: { quiet: true } },
  }).data?.data.networks;
  const required = [{ required: true, message: 'Enter a date and time' }];
  return (
    <>
      <Form.Item name="give" label="What they get">
        <Segmented
          options={[
            { value: 'credit', label: 'Credit to the wallet' },
            { value: 'traffic', label: 'Traffic' },
          ]}
        />
      </Form.Item>
      {give === 'traffic' ? (
        <Form.Item
          name="megabytes"
          label="MB for each proxy"
          extra="Proxies that are in use and limited by traffic."
          rules={[{ required: true, message: 'Enter the traffic in MB' }]}
        >
          <NumberInput style={{ width: '100%' }} inputMode="numeric" />
        </Form.Item>
      ) : (
        <Form.Item
          name="amount"
          label="Naira for each customer"
          rules={[{ required: true, message: 'Enter the credit in naira' }]}
        >
          <NumberInput style={{ width: '100%' }} inputMode="numeric" />
        </Form.Item>
      )}
      <Form.Item name="kind" label="Proxies of this type">
        <Select allowClear options={KINDS} />
      </Form.Item>
      <Form.Item name="country" label="Proxies of this country">
        <CountrySelect codes={countryCodes()} placeholder="Type a name or a code" />
      </Form.Item>
      <Form.Item
        name="exit_id"
        label="Proxies on addresses of this exit"
        extra="Its number. For an exit of a pool choose type and country."
      >
        <NumberInput style={{ width: '100%' }} inputMode="numeric" />
      </Form.Item>
      {networks && networks.length > 0 && (
        <Form.Item name="network_id" label="Proxies that used this network">
          <Select
            allowClear
            options={networks.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
      <Form.Item name="from" label="In use between" rules={required}>
        <DateInput withTime max={isoDate()} />
      </Form.Item>
      <Form.Item name="until" label="and" rules={required}>
        <DateInput withTime max={isoDate()} />
      </Form.Item>
    </>
  );
}

interface Planned {
  terms: CompensationTermsDto;
  data: CompensationPreviewData;
}

function Plan({ planned, onBack }: { planned: Planned; onBack: () => void }) {
  const { terms, data } = planned;
  const propose = useAdminProposeCompensation({
    mutation: outcome('The compensation could not be proposed', onBack),
  });
  const { customers, proxies, megabytes, total, sample } = data;
  if (customers === 0)
    return (
      <>
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          title="No customer had such a proxy at that time."
        />
        <Button onClick={onBack}>Back</Button>
      </>
    );
  return (
    <ReasonForm
      verb="Propose compensation"
      about={`${countOf(customers, 'customer')} with ${countOf(proxies, 'proxy', 'proxies')}: ${
        terms.give === 'credit'
          ? `${formatNaira(total)} in all`
          : `${formatNumber(megabytes)} MB in all, worth ${formatNaira(total)}`
      }`}
      consequence={
        <>
          Such as{' '}
          {sample
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', ')}
          . A large amount waits until another admin approves it. Customers read the reason in their
          notifications.
        </>
      }
      isBusy={propose.isPending}
      onConfirm={(reason) => propose.mutate({ data: { ...terms, reason, expected_total: total } })}
      onCancel={onBack}
    />
  );
}

/** Compensates many customers after an outage: who and what, then how many and how much, then the reason. */
export default function CompensateDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const give: Values['give'] | undefined = Form.useWatch('give', form);
  const [planned, setPlanned] = useState<Planned | null>(null);
  const plan = useAdminPreviewCompensation({
    mutation: { meta: { fallback: 'The compensation could not be calculated' } },
  });
  const check = (values: Values) => {
    if (plan.isPending) return;
    const terms = toTerms(values);
    plan.mutate({ data: terms }, { onSuccess: ({ data }) => setPlanned({ terms, data }) });
  };
  return (
    <Dialog title="Compensate customers" width={560} onClose={onClose}>
      {/* Stays mounted, so that Back shows what was entered. */}
      <div hidden={planned !== null}>
        <AppForm<Values>
          form={form}
          label="Compensate customers"
          initialValues={{ give: 'credit', from: '', until: '' }}
          serverErrors={plan.error?.fieldErrors}
          onSubmit={check}
        >
          <Terms give={give} />
          <FormActions onCancel={onClose} isBusy={plan.isPending} busy="Counting...">
            See who and how much
          </FormActions>
        </AppForm>
      </div>
      {planned && <Plan planned={planned} onBack={() => setPlanned(null)} />}
      <Compensations />
    </Dialog>
  );
}
