import { FormActions } from '@/components/form/form-actions';
import { Form, Input } from 'antd';
import { toPlainText } from '@/lib/plain-text';
import { AppForm } from './app-form';
import { emailRule } from './email-rule';

/** In whose name invoices are issued; empty text where nothing is given. */
export interface BillingDetails {
  name: string;
  /** Lines separated by line feeds. */
  address: string;
  tin: string;
  email: string;
}

interface BillingDetailsFormProps {
  initialValues: BillingDetails;
  serverErrors?: Record<string, string[]>;
  isSaving: boolean;
  /** Text of the submit button. */
  action: string;
  onCancel: () => void;
  onSubmit: (details: BillingDetails) => void;
}

const NAME_RULES = [
  { required: true, whitespace: true, message: 'Enter the name of a person or company' },
];
const ADDRESS_RULES = [{ required: true, whitespace: true, message: 'Enter an address' }];
const TIN_RULES = [
  {
    transform: toPlainText,
    pattern: /^(\d{8}\s*-\s*\d{4}|\d{10,13})$/,
    message: 'A TIN looks like 12345678-0001, or has 10 to 13 digits',
  },
];

export function BillingDetailsForm({
  initialValues,
  serverErrors,
  isSaving,
  action,
  onCancel,
  onSubmit,
}: BillingDetailsFormProps) {
  const [form] = Form.useForm<BillingDetails>();
  return (
    <AppForm<BillingDetails>
      form={form}
      label="Billing details"
      initialValues={initialValues}
      serverErrors={serverErrors}
      onSubmit={(details) => !isSaving && onSubmit(details)}
    >
      <Form.Item name="name" label="Name or company" required rules={NAME_RULES}>
        <Input autoFocus autoComplete="organization" maxLength={120} />
      </Form.Item>
      <Form.Item name="address" label="Address" required rules={ADDRESS_RULES}>
        <Input.TextArea rows={3} autoComplete="street-address" maxLength={300} />
      </Form.Item>
      <Form.Item name="tin" label="TIN (optional)" rules={TIN_RULES}>
        <Input autoComplete="off" inputMode="numeric" maxLength={20} placeholder="12345678-0001" />
      </Form.Item>
      <Form.Item
        name="email"
        label="Email on invoices (optional)"
        rules={[emailRule('Please enter a valid email address')]}
      >
        <Input type="email" autoComplete="email" maxLength={254} />
      </Form.Item>
      <FormActions onCancel={onCancel} isBusy={isSaving} busy="Saving...">
        {action}
      </FormActions>
    </AppForm>
  );
}
