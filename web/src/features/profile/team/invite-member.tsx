import { FormActions } from '@/components/form/form-actions';
import { Form, Input } from 'antd';
import { useInviteMember } from '@/api/generated/team';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { emailRule } from '@/components/form/email-rule';
import { Dialog } from '@/components/ui/dialog';
import { EMPTY_RIGHTS, toRights, type RightsValues } from './rights';
import { RightsFields } from './rights-fields';

interface InviteValues extends RightsValues {
  email: string;
}

const EMAIL_RULES = [
  { required: true, message: 'Enter an email address' },
  emailRule('Enter a valid email address'),
];

export function InviteMember({ onClose }: { onClose: () => void }) {
  const notify = useMessage();
  const [form] = Form.useForm<InviteValues>();
  const invite = useInviteMember({
    mutation: {
      meta: { fallback: 'Failed to send the invitation' },
      onSuccess: ({ message }) => {
        notify.success(message ?? 'The invitation was sent.');
        onClose();
      },
    },
  });
  return (
    <Dialog title="Invite a member" width={520} onClose={onClose}>
      <AppForm<InviteValues>
        form={form}
        label="Invite a member"
        initialValues={{ email: '', ...EMPTY_RIGHTS }}
        serverErrors={invite.error?.fieldErrors}
        onSubmit={({ email, ...rights }) => {
          if (!invite.isPending) invite.mutate({ data: { email, ...toRights(rights) } });
        }}
      >
        <Form.Item
          name="email"
          label="Email address"
          required
          rules={EMAIL_RULES}
          extra="They sign in with this address and a password of their own."
        >
          <Input type="email" autoFocus autoComplete="off" maxLength={254} />
        </Form.Item>
        <RightsFields />
        <FormActions onCancel={onClose} isBusy={invite.isPending} busy="Sending...">
          Send invitation
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
