import { Form, Input } from 'antd';

interface ConfirmFieldProps {
  name: 'password' | 'code';
  label: string;
  hint?: string;
}

const INPUT_PROPS = {
  password: { type: 'password', autoComplete: 'current-password', maxLength: 128 },
  code: { autoComplete: 'one-time-code', autoCapitalize: 'off', spellCheck: false, maxLength: 40 },
} as const;

const REQUIRED = {
  password: 'Please enter your password',
  code: 'Please enter the code',
} as const;

/** Confirms the identity of the signed-in user: the password again, or a code. */
export function ConfirmField({ name, label, hint }: ConfirmFieldProps) {
  return (
    <Form.Item
      name={name}
      label={label}
      extra={hint}
      rules={[{ required: true, message: REQUIRED[name] }]}
    >
      <Input {...INPUT_PROPS[name]} required />
    </Form.Item>
  );
}
