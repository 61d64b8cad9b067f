import { Typography } from 'antd';
import { useRemoveMember } from '@/api/generated/team';
import { useMessage } from '@/components/feedback/use-message';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { TeamMember } from './rights';

export function RemoveMember({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const notify = useMessage();
  const remove = useRemoveMember({
    mutation: {
      meta: { fallback: 'Failed to remove the member' },
      onSuccess: ({ message }) => {
        notify.success(message);
        onClose();
      },
    },
  });
  return (
    <ConfirmDialog
      title="Remove this member?"
      confirm="Remove member"
      busy="Removing..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: member.id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        <strong dir="auto">{member.name}</strong> can no longer act for you, from now on. What they
        bought stays yours; list addresses that they created end. They may know passwords of your
        proxies: reissue those that matter.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}
