import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useAdminViewAsUser } from '@/api/generated/admin-users';
import type { StaffViewData } from '@/api/generated/api.schemas';
import { openStaffView } from '@/api/staff-view';
import { ReasonForm } from '@/components/form/reason-form';
import { nameWithEmail } from '@/lib/text';
import type { User } from './user';

/** Shows the shop as the customer sees it, in a tab of its own. */
export function ViewAs({ user, onClose }: { user: User; onClose: () => void }) {
  const [blocked, setBlocked] = useState<StaffViewData | null>(null);
  const show = (view: StaffViewData): void => {
    if (openStaffView(view)) onClose();
    else setBlocked(view);
  };
  const view = useAdminViewAsUser({
    mutation: {
      meta: { fallback: 'The account could not be opened' },
      onSuccess: ({ data }) => show(data),
    },
  });
  if (blocked)
    return (
      <>
        <Typography.Paragraph>
          Your browser did not open a new tab. The view of {user.name} is ready.
        </Typography.Paragraph>
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" onClick={() => show(blocked)}>
            Open in a new tab
          </Button>
        </Flex>
      </>
    );
  return (
    <ReasonForm
      verb="View as customer"
      about={nameWithEmail(user)}
      consequence="A new tab shows the shop as this customer sees it, for 15 minutes. You can look at everything, without passwords, and change nothing."
      isBusy={view.isPending}
      onConfirm={(reason) => view.mutate({ id: user.id, data: { reason } })}
      onCancel={onClose}
    />
  );
}
