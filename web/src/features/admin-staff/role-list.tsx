import { Button, Typography } from 'antd';
import { useAdminRemoveRole } from '@/api/generated/admin-staff';
import type { RoleResponse } from '@/api/generated/api.schemas';
import { outcome } from '@/api/outcome';
import { FormActions } from '@/components/form/form-actions';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ActionMenu, type MenuAction } from '@/components/ui/action-menu';
import { Dialog } from '@/components/ui/dialog';
import { formatNumber } from '@/lib/number';

interface Options {
  onEdit: (role: RoleResponse) => void;
  onRemove: (role: RoleResponse) => void;
}

const toMenu = (role: RoleResponse, { onEdit, onRemove }: Options): MenuAction[] => [
  { label: 'Edit', onSelect: () => onEdit(role) },
  ...(role.built_in
    ? []
    : [{ label: 'Remove', isDangerous: true, onSelect: () => onRemove(role) }]),
];

const describePermissions = ({ permissions }: RoleResponse): string =>
  permissions.length === 1 ? '1 permission' : `${formatNumber(permissions.length)} permissions`;

const describeAddresses = ({ allowed_addresses: addresses }: RoleResponse): string =>
  addresses.length === 0 ? 'Everywhere' : addresses.join(', ');

const describeMembers = ({ members }: RoleResponse): string =>
  members === 1 ? '1 person' : `${formatNumber(members)} people`;

export const roleColumns = (options: Options): Column<RoleResponse>[] => [
  {
    title: 'Role',
    grow: 2,
    render: (role) => (
      <Button type="link" style={{ padding: 0 }} onClick={() => options.onEdit(role)}>
        {role.name}
      </Button>
    ),
  },
  { title: 'People', render: describeMembers },
  { title: 'May do', render: describePermissions },
  { title: 'Signs in from', grow: 2, render: describeAddresses },
  {
    title: 'Two-factor',
    render: ({ two_factor_required: isRequired }) => (isRequired ? 'Required' : 'As set for all'),
  },
  {
    title: 'Actions',
    numeric: true,
    render: (role) => <ActionMenu size={32} name={role.name} actions={toMenu(role, options)} />,
  },
];

export const toCompactRole =
  (options: Options) =>
  (role: RoleResponse): CompactRow => ({
    name: role.name,
    title: role.name,
    open: () => options.onEdit(role),
    lead: describeMembers(role),
    details: [
      describePermissions(role),
      role.allowed_addresses.length > 0 && describeAddresses(role),
      role.two_factor_required && 'Two-factor required',
    ],
    actions: toMenu(role, options),
  });

export function RemoveRole({ role, onClose }: { role: RoleResponse; onClose: () => void }) {
  const remove = useAdminRemoveRole({
    mutation: outcome('The role could not be removed', onClose),
  });
  return (
    <Dialog title={`Remove the role ${role.name}`} width={480} onClose={onClose}>
      <Typography.Paragraph>
        {role.members === 0
          ? 'Nobody has this role.'
          : `${describeMembers(role)} with this role can do nothing from now on, until you give them another.`}
      </Typography.Paragraph>
      <FormActions
        danger
        onCancel={onClose}
        onConfirm={() => remove.mutate({ id: role.id })}
        isBusy={remove.isPending}
        busy="Removing..."
      >
        Remove role
      </FormActions>
    </Dialog>
  );
}
