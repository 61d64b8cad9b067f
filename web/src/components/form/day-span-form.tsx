import { Button, Form, Input } from 'antd';
import { isoDate } from '@/lib/date';
import { spanProblems, thisMonth, type DaySpan } from '@/lib/day-span';
import { AppForm } from './app-form';
import styles from './day-span-form.module.css';

interface DaySpanFormProps {
  label: string;
  action: string;
  busyAction: string;
  isBusy: boolean;
  /** Field errors of the server. */
  errors?: Record<string, string[]>;
  onSubmit: (span: DaySpan) => void;
}

const INPUTS = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
] as const;

/**
 * A range of days, this month at first. The browser's date input in place of Ant Design's
 * RangePicker: it brings a phone's own calendar and 60 KiB less.
 */
export function DaySpanForm({
  label,
  action,
  busyAction,
  isBusy,
  errors,
  onSubmit,
}: DaySpanFormProps) {
  const [form] = Form.useForm<DaySpan>();
  return (
    <AppForm
      form={form}
      label={label}
      initialValues={thisMonth()}
      serverErrors={errors}
      onSubmit={(span) => !isBusy && onSubmit(span)}
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
                  const error = spanProblems(getFieldsValue(['from', 'to']) as DaySpan)[name];
                  return error ? Promise.reject(new Error(error)) : Promise.resolve();
                },
              }),
            ]}
          >
            <Input type="date" max={isoDate()} />
          </Form.Item>
        ))}
        <Button htmlType="submit" disabled={isBusy}>
          {isBusy ? busyAction : action}
        </Button>
      </div>
    </AppForm>
  );
}
