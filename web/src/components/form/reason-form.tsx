import { Alert, Button, Flex, Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';

const MIN_LENGTH = 3;
const MAX_LENGTH = 500;

interface ReasonFormProps<Extra extends object> {
  /** Label of the confirm button, such as "Suspend proxy". */
  verb: string;
  /** Whom or what it concerns: name and e-mail, amount, reference. */
  about: ReactNode;
  /** Consequences of the action, shown before it is confirmed. */
  consequence: ReactNode;
  isDangerous?: boolean;
  isBusy: boolean;
  initialValues?: Extra;
  onConfirm: (reason: string, extra: Extra) => void;
  onCancel: () => void;
  /** Form items of the `Extra` values. */
  children?: ReactNode;
}

/** Confirms a staff action and records a reason in the audit trail. */
export function ReasonForm<Extra extends object = object>({
  verb,
  about,
  consequence,
  isDangerous = false,
  isBusy,
  initialValues,
  onConfirm,
  onCancel,
  children,
}: ReasonFormProps<Extra>) {
  const [form] = Form.useForm<Extra & { reason: string }>();
  // Not watched: the button follows what is typed at once, for whoever confirms quickly.
  const [reason, setReason] = useState('');
  const isValid = reason.trim().length >= MIN_LENGTH;
  return (
    <Form
      form={form}
      layout="vertical"
      noValidate
      aria-label={verb}
      style={{ textAlign: 'start' }}
      initialValues={initialValues}
      onValuesChange={(_, values) => setReason(values.reason ?? '')}
      onFinish={({ reason: text, ...extra }) => {
        if (!isBusy && isValid) onConfirm(text.trim(), extra as unknown as Extra);
      }}
    >
      <Alert
        type={isDangerous ? 'warning' : 'info'}
        role="note"
        showIcon
        title={verb}
        description={
          <>
            <strong style={{ display: 'block', overflowWrap: 'anywhere' }}>{about}</strong>
            {consequence}
          </>
        }
        style={{ marginBottom: 16 }}
      />
      {children}
      <Form.Item
        name="reason"
        label="Reason"
        extra="At least 3 characters. It is saved in the audit trail."
      >
        <Input.TextArea autoFocus rows={2} maxLength={MAX_LENGTH} />
      </Form.Item>
      <Flex justify="end" gap="small">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          className="wrapping-button"
          type="primary"
          danger={isDangerous}
          htmlType="submit"
          disabled={!isValid || isBusy}
        >
          {isBusy ? 'Working...' : verb}
        </Button>
      </Flex>
    </Form>
  );
}
