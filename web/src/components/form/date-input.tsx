import { Input } from 'antd';
import { lazy, Suspense } from 'react';

export interface DateInputProps {
  /** `YYYY-MM-DD`, with time `YYYY-MM-DDTHH:mm`; empty for none. */
  value?: string;
  onChange?: (value: string) => void;
  /** First and last day that can be chosen, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
  withTime?: boolean;
  /** As Form.Item gives it. */
  id?: string;
}

const DatePicker = lazy(() => import('./date-picker'));

/** A date that is typed or chosen from a calendar. */
export const DateInput = (props: DateInputProps) => (
  <Suspense fallback={<Input id={props.id} disabled />}>
    <DatePicker {...props} />
  </Suspense>
);
