import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useAdminInviteStaff } from '@/api/generated/admin-staff';
import type { InviteStaffDto, RoleResponse } from '@/api/generated/api.schemas';
import { outcome } from '@/api/outcome';
import { AppForm } from '@/components/form/app-form';
import { emailRule } from '@/components/form/email-rule';
import { FormActions } from '@/components/form/form-actions';
import { Dialog } from '@/components/ui/dialog';

interface RoleChoiceProps {
  label: string;
  roles: readonly RoleResponse[];
  verb: string;
  busy: string;
  isBusy: boolean;
  errors?: Record<string, string[]>;
  onSubmit: (values: InviteStaffDto) => void;
  onCancel: () => void;
  /** Above the choice. */
  children: ReactNode;
}

/** A form that ends with the choice of a role. */
export function RoleChoice({
  label,
  roles,
  verb,
  busy,
  isBusy,
  errors,
  onSubmit,
  onCancel,
  children,
}: RoleChoiceProps) {
  const [form] = Form.useForm<InviteStaffDto>();
  return (
    <AppForm
      form={form}
      label={label}
      serverErrors={errors}
      onSubmit={(values) => {
        if (!isBusy) onSubmit(values);
      }}
    >
      {children}
      <Form.Item
        name="role_id"
        label="Role"
        rules={[{ required: true, message: 'Please choose a role' }]}
        extra="With permissions that move money or rights, another admin has to approve it, where there is one."
      >
        <Select options={roles.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <FormActions onCancel={onCancel} isBusy={isBusy} busy={busy}>
        {verb}
      </FormActions>
    </AppForm>
  );
}

export function InviteStaff({
  roles,
  onClose,
}: {
  roles: readonly RoleResponse[];
  onClose: () => void;
}) {
  const invite = useAdminInviteStaff({
    mutation: outcome('The invitation could not be sent', onClose),
  });
  return (
    <Dialog title="Invite staff" width={520} onClose={onClose}>
      <RoleChoice
        label="Invite staff"
        roles={roles}
        verb="Send invitation"
        busy="Sending..."
        isBusy={invite.isPending}
        errors={invite.error?.fieldErrors}
        onSubmit={(data) => invite.mutate({ data })}
        onCancel={onClose}
      >
        <Form.Item
          name="email"
          label="Email"
          rules={[
            { required: true, message: 'Please enter an email address' },
            emailRule('Please enter a valid email address'),
          ]}
          extra="They choose their name and password with the link of the email, within 72 hours."
        >
          <Input type="email" autoComplete="off" autoFocus />
        </Form.Item>
      </RoleChoice>
    </Dialog>
  );
}
