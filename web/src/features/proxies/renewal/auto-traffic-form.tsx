import { Alert, Button, Flex, Form, InputNumber } from 'antd';
import { useState } from 'react';
import { ApiError } from '@/api/api-error';
import type { AutoTrafficReason } from '@/api/generated/api.schemas';
import { useSetAutoRenew } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import type { Proxy } from '@/features/proxies/proxy';
import { formatNaira } from '@/lib/money';
import { PackageField, usePackages } from './package-field';
import { useExtensionQuote } from './use-extension';

const PROBLEMS: Record<AutoTrafficReason, string> = {
  insufficient_balance: 'Your balance was too low. It is tried again every five minutes.',
  monthly_limit: 'The monthly limit is reached. Raise it, or add traffic yourself.',
  package_unavailable: 'The package is not on sale any more. Choose another one.',
  order_refunded: 'It stopped because what it bought was refunded.',
  member_limit: 'The team member who switched it on reached their spending limit.',
  member_left: 'It stopped because the team member who switched it on can no longer buy.',
};

interface Values {
  top_up_below_gb: number | null;
  monthly_limit: number | null;
}

/** The rule that buys traffic for a pool proxy when little is left. */
export function AutoTrafficForm({ proxy, onDone }: { proxy: Proxy; onDone?: () => void }) {
  const { auto_renew: state } = proxy;
  const isOn = state.top_up_below_gb !== null;
  const [form] = Form.useForm<Values>();
  const [serverErrors, setServerErrors] = useState<Record<string, string[]>>();
  const packages = usePackages(proxy, 'traffic', state.top_up_gigabytes);
  const price = useExtensionQuote(proxy, 'traffic', packages.selected?.choice).data?.data.total;
  const change = useSetAutoRenew({
    mutation: {
      meta: { fallback: 'Failed to change automatic traffic' },
      onSuccess: () => {
        notify.success('Automatic traffic saved.');
        onDone?.();
      },
      onError: (error) =>
        setServerErrors(error instanceof ApiError ? error.fieldErrors : undefined),
    },
  });
  const set = (rule: object): void => {
    // Automatic renewal stays as it is.
    const renewal = state.enabled
      ? { enabled: true, gigabytes: state.gigabytes ?? undefined }
      : { enabled: false };
    change.mutate({ id: proxy.id, data: { ...renewal, ...rule } });
  };
  return (
    <AppForm
      form={form}
      label="Automatic traffic"
      initialValues={{
        top_up_below_gb: state.top_up_below_gb ?? 1,
        monthly_limit: state.monthly_limit,
      }}
      serverErrors={serverErrors}
      onSubmit={(values) => set({ ...values, top_up_gigabytes: packages.selected?.value })}
    >
      {state.top_up_problem && (
        <Alert type="warning" showIcon role="note" title={PROBLEMS[state.top_up_problem]} />
      )}
      <Form.Item
        name="top_up_below_gb"
        label="When less than (GB)"
        rules={[{ required: true, message: 'Enter a whole number of GB.' }]}
      >
        <InputNumber min={1} max={packages.selected?.value} precision={0} />
      </Form.Item>
      <PackageField {...packages} isDisabled={change.isPending} />
      <Form.Item
        name="monthly_limit"
        label="At most per month (₦)"
        extra={price === undefined ? undefined : `The package costs ${formatNaira(price)} today.`}
        rules={[{ required: true, message: 'Enter how much it may spend in a month.' }]}
      >
        <InputNumber min={1} precision={0} />
      </Form.Item>
      <Flex wrap justify="end" gap="small">
        {isOn && (
          <Button disabled={change.isPending} onClick={() => set({ top_up_below_gb: null })}>
            Switch off
          </Button>
        )}
        <Button
          type={isOn ? 'primary' : 'default'}
          htmlType="submit"
          disabled={change.isPending || !packages.selected}
        >
          {isOn ? 'Save' : 'Switch on'}
        </Button>
      </Flex>
    </AppForm>
  );
}
