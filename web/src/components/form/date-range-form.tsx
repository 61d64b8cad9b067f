import { Button, Form } from 'antd';
import { isoDate } from '@/lib/date';
import { validateDateRange, thisMonth, type DateRange } from '@/lib/date-range';
import { AppForm } from './app-form';
import { DateInput } from './date-input';
import styles from './date-range-form.module.css';

interface DateRangeFormProps {
  label: string;
  action: string;
  busyAction: string;
  isBusy: boolean;
  /** Field errors from the server. */
  errors?: Record<string, string[]>;
  /** By default the current month. */
  initial?: DateRange;
  onSubmit: (range: DateRange) => void;
}

const INPUTS = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
] as const;

export function DateRangeForm({
  label,
  action,
  busyAction,
  isBusy,
  errors,
  initial,
  onSubmit,
}: DateRangeFormProps) {
  const [form] = Form.useForm<DateRange>();
  return (
    <AppForm
      form={form}
      label={label}
      initialValues={initial ?? thisMonth()}
      serverErrors={errors}
      onSubmit={(range) => !isBusy && onSubmit(range)}
    >
      <div className={styles.row}>
        {INPUTS.map(({ name, label: title }) => (
          <Form.Item
            key={name}
            name={name}
            label={title}
            rules={[
              ({ getFieldsValue }) => ({
                validator: () => {
                  const error = validateDateRange(getFieldsValue(['from', 'to']) as DateRange)[
                    name
                  ];
                  return error ? Promise.reject(new Error(error)) : Promise.resolve();
                },
              }),
            ]}
          >
            <DateInput max={isoDate()} />
          </Form.Item>
        ))}
        <Button htmlType="submit" disabled={isBusy}>
          {isBusy ? busyAction : action}
        </Button>
      </div>
    </AppForm>
  );
}
