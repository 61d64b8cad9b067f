import { Button, Flex, Form } from 'antd';
import { useChangeMember } from '@/api/generated/team';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import { toRights, toRightsValues, type RightsValues, type TeamMember } from './rights';
import { RightsFields } from './rights-fields';

export function EditMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const notify = useMessage();
  const [form] = Form.useForm<RightsValues>();
  const change = useChangeMember({
    mutation: {
      meta: { fallback: 'Failed to change the member' },
      onSuccess: ({ message }) => {
        notify.success(message);
        onClose();
      },
    },
  });
  return (
    <Dialog title={`Role and limits of ${member.name}`} width={520} onClose={onClose}>
      <AppForm<RightsValues>
        form={form}
        label="Role and limits"
        initialValues={toRightsValues(member)}
        serverErrors={change.error?.fieldErrors}
        onSubmit={(values) => {
          if (!change.isPending) change.mutate({ id: member.id, data: toRights(values) });
        }}
      >
        <RightsFields />
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={change.isPending}>
            {change.isPending ? 'Saving...' : 'Save'}
          </Button>
        </Flex>
      </AppForm>
    </Dialog>
  );
}
