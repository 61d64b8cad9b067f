import { Form, Input, Select } from 'antd';
import { passwordRules, requiredRule, type UserFormValues } from './user-validation';

const ROLES = [
  { value: 'user', label: 'User' },
  { value: 'sub-admin', label: 'Sub-admin' },
  { value: 'admin', label: 'Admin' },
];
const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];
/** Shown only for a suspended user: the form cannot suspend anyone. */
const SUSPENDED = { value: 'suspended', label: 'Suspended' };

const NEEDS_APPROVAL =
  'To make somebody an admin, or to change the address of one, another admin has to approve it. It is done at once while nobody else has been an admin for 24 hours.';

interface UserFieldsProps {
  requiredMessage: string;
  withPassword?: boolean;
  isSuspended?: boolean;
  /** Nobody changes their own status or role. */
  isOwn?: boolean;
}

export function UserFields({
  requiredMessage,
  withPassword = false,
  isSuspended = false,
  isOwn = false,
}: UserFieldsProps) {
  const role = Form.useWatch<UserFormValues['role']>('role');
  return (
    <>
      <Form.Item<UserFormValues> name="name" label="Name" rules={[requiredRule(requiredMessage)]}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item<UserFormValues> name="email" label="Email" rules={[requiredRule(requiredMessage)]}>
        <Input type="email" maxLength={254} autoComplete="off" />
      </Form.Item>
      {withPassword && (
        <Form.Item<UserFormValues>
          name="password"
          label="Password"
          extra="At least 6 characters. Share it securely: the user replaces it within 72 hours."
          rules={passwordRules}
          validateFirst
        >
          <Input type="password" autoComplete="new-password" maxLength={128} />
        </Form.Item>
      )}
      <Form.Item<UserFormValues> name="status" label="Status">
        <Select disabled={isOwn} options={isSuspended ? [...STATUSES, SUSPENDED] : STATUSES} />
      </Form.Item>
      <Form.Item<UserFormValues>
        name="role"
        label="Role"
        extra={
          isOwn ? 'Another admin changes your role and status.' : role === 'admin' && NEEDS_APPROVAL
        }
      >
        <Select disabled={isOwn} options={ROLES} />
      </Form.Item>
    </>
  );
}
