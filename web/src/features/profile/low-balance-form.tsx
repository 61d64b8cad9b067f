import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { AppForm } from '@/components/form/app-form';
import { INVALID_THRESHOLD, parseThreshold } from './low-balance-threshold';

interface LowBalanceFormProps {
  /** In whole naira. */
  amount: number;
  isSaving: boolean;
  /** Resolves with the server's field errors; empty on success. */
  onSave: (amount: number) => Promise<Record<string, string[]>>;
}

interface LowBalanceValues {
  low_balance_threshold: string;
}

const rules = [
  {
    validator: (_rule: unknown, text: string) =>
      parseThreshold(text ?? '') === undefined
        ? Promise.reject(new Error(INVALID_THRESHOLD))
        : Promise.resolve(),
  },
];

export function LowBalanceForm({ amount, isSaving, onSave }: LowBalanceFormProps) {
  const [form] = Form.useForm<LowBalanceValues>();
  const [serverErrors, setServerErrors] = useState<Record<string, string[]>>();
  const typed = Form.useWatch('low_balance_threshold', form) ?? String(amount);
  const submit = async ({ low_balance_threshold: text }: LowBalanceValues): Promise<void> => {
    const threshold = parseThreshold(text);
    if (threshold !== undefined && !isSaving) setServerErrors(await onSave(threshold));
  };
  return (
    <AppForm
      form={form}
      label="Low balance amount"
      initialValues={{ low_balance_threshold: String(amount) }}
      serverErrors={serverErrors}
      onSubmit={(values) => void submit(values)}
    >
      <Form.Item name="low_balance_threshold" label="Notify me below (₦)" rules={rules}>
        <Input
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          suffix={
            <Button
              size="small"
              htmlType="submit"
              disabled={typed.trim() === String(amount) || isSaving}
            >
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
          }
        />
      </Form.Item>
    </AppForm>
  );
}
