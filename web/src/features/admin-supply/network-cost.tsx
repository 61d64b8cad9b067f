import { Form, Select, Radio, Typography, type FormInstance } from 'antd';
import { Link } from 'react-router-dom';
import { useAdminListProviders } from '@/api/generated/admin-supply';
import { adminPaths } from '@/lib/admin-paths';
import { formatUsd } from '@/lib/money';
import { type Dialect, costOfSoldGb } from './networks';
import { memo } from 'react';
import { NumberInput } from '@/components/form/number-input';
import { Panel } from '@/components/layout/panel';
import type { NetworkDraft } from './network-draft';
import { optional } from './network-rules';
import { noteOf } from './provider-notes';

/** Which connected account the balance and the counts of a network come from. */
export function AccountLink({ dialect }: { dialect: Dialect }) {
  const { data, isError } = useAdminListProviders({ query: { meta: { quiet: true } } });
  const accounts = (data?.data.providers ?? []).filter(
    ({ kind }) => dialect.id === 'custom' || kind === dialect.id,
  );
  return (
    <Form.Item
      name="provider_id"
      label="Account of its API"
      extra={
        isError ? (
          'The connected accounts could not be loaded.'
        ) : data && accounts.length === 0 ? (
          <>
            None is connected. Connect one under{' '}
            <Link to={adminPaths.providers}>Provider accounts</Link> to read its balance and to
            compare its traffic with yours each day.
          </>
        ) : (
          'Its balance and traffic are read there. Empty: the only account of this provider.'
        )
      }
    >
      <Select
        allowClear
        placeholder="The only one"
        disabled={accounts.length === 0}
        options={accounts.map(({ id, name, enabled }) => ({
          value: id,
          label: enabled ? name : `${name} (disabled)`,
        }))}
      />
    </Form.Item>
  );
}

const SIZES = [
  { value: 1_000_000_000, label: '1,000,000,000 bytes' },
  { value: 1_073_741_824, label: '1,073,741,824 bytes' },
];

function Sum({ form }: { form: FormInstance<NetworkDraft> }) {
  const cost = Form.useWatch('cost_usd_per_gb', form);
  const bytes = Form.useWatch('bytes_per_gb', form);
  const factor = Form.useWatch('precise_cost_factor', form);
  if (typeof cost !== 'number' || !bytes) return null;
  const sold = costOfSoldGb(cost, bytes);
  return (
    <Typography.Paragraph strong>
      A gigabyte that a customer buys (1,073,741,824 bytes) costs you {formatUsd(sold)}
      {factor && factor > 1 ? `, with a region, city or ISP ${formatUsd(sold * factor)}` : ''}.
    </Typography.Paragraph>
  );
}

interface Limit {
  name: keyof NetworkDraft;
  label: string;
  /** What it does, and what leaving it empty means. */
  extra: string;
  kind: 'integer' | 'number';
  from: number;
  to: number;
  error: string;
  prefix?: string;
  placeholder?: string;
}

const budget = { kind: 'integer', from: 1, to: 1_000_000, placeholder: 'No limit' } as const;
const LIMITS: readonly Limit[] = [
  {
    name: 'precise_cost_factor',
    label: 'Cost factor for a region, city or ISP',
    extra: '2 when the provider charges such traffic double. Empty: nothing extra.',
    ...{ kind: 'number', from: 1, to: 10, placeholder: '1' },
    error: 'Enter a factor from 1 to 10',
  },
  {
    name: 'daily_budget_gb',
    label: 'Daily budget (GB)',
    extra:
      'At this limit the network is out of use and out of sale until midnight in Lagos. Empty: no limit.',
    ...budget,
    error: 'Enter whole gigabytes from 1 to 1,000,000',
  },
  {
    name: 'monthly_budget_gb',
    label: 'Monthly budget (GB)',
    extra: 'The same until the first of the next month. Empty: no limit.',
    ...budget,
    error: 'Enter whole gigabytes from 1 to 1,000,000',
  },
  {
    name: 'concurrency_limit',
    label: 'Connections at once',
    extra: 'What your plan allows. Your gateways share it. Empty: no limit.',
    ...budget,
    error: 'Enter a whole number from 1 to 1,000,000',
  },
  {
    name: 'minimum_balance_usd',
    label: 'Minimum balance (US dollars)',
    extra:
      'Staff are told when the balance at the provider, or the traffic that is left there at its cost, is below it. Empty: nobody is told.',
    ...{ kind: 'number', from: 0, to: 1_000_000, prefix: '$' },
    error: 'Enter a balance from 0 to 1,000,000 US dollars',
  },
];

function LimitField({ isLast, ...limit }: Limit & { isLast: boolean }) {
  const { name, label, extra, kind, from, to, error, prefix, placeholder } = limit;
  return (
    <Form.Item
      name={name}
      label={label}
      extra={extra}
      rules={optional(kind, from, to, error)}
      style={isLast ? { marginBottom: 0 } : undefined}
    >
      <NumberInput
        style={{ width: '100%' }}
        inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
        prefix={prefix}
        placeholder={placeholder}
      />
    </Form.Item>
  );
}

interface NetworkCostProps {
  dialect: Dialect;
  form: FormInstance<NetworkDraft>;
}

/** What the traffic costs the shop. Only admins see it. */
export const NetworkCost = memo(function NetworkCost({ dialect, form }: NetworkCostProps) {
  const { bill } = noteOf(dialect.id);
  return (
    <Panel title="What it costs you">
      {bill && <Typography.Paragraph type="secondary">{bill}</Typography.Paragraph>}
      <Form.Item
        name="cost_usd_per_gb"
        label="Cost per GB (US dollars)"
        extra="As your plan or invoice says. Customers and sub-admins do not see it."
        rules={[
          {
            required: true,
            type: 'number',
            min: 0,
            max: 1000,
            message: 'Enter a cost from 0 to 1000 US dollars',
          },
        ]}
      >
        <NumberInput style={{ width: '100%' }} inputMode="decimal" prefix="$" />
      </Form.Item>
      <Form.Item
        name="bytes_per_gb"
        label="A GB on its invoice is"
        extra="If the provider does not say, choose 1,000,000,000: it costs more."
      >
        <Radio.Group optionType="button" options={SIZES} />
      </Form.Item>
      <Sum form={form} />
      <AccountLink dialect={dialect} />
      {LIMITS.map((limit, index) => (
        <LimitField key={limit.name} {...limit} isLast={index === LIMITS.length - 1} />
      ))}
    </Panel>
  );
});
