import { Button, Flex, Typography } from 'antd';
import { Fragment, useState } from 'react';
import {
  useAdminGetAllowedAddresses,
  useAdminRemoveAllowedAddress,
} from '@/api/generated/admin-users';
import { useCan } from '@/api/use-can';
import { useMessage } from '@/components/feedback/use-message';
import { DateTime } from '@/components/format/date-time';
import { StatusBadge } from '@/components/format/status-badge';
import { Panel } from '@/components/layout/panel';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { nameWithEmail } from '@/lib/text';
import type { User } from './user';

interface Address {
  id: number;
  address: string;
  created_at: string;
  state: string;
  last_used_at: string | null;
}

type Person = Pick<User, 'id' | 'name' | 'email'>;

interface RemoveDialogProps {
  user: Person;
  address: Address;
  onClose: () => void;
}

function RemoveDialog({ user, address: { id, address }, onClose }: RemoveDialogProps) {
  const message = useMessage();
  const remove = useAdminRemoveAllowedAddress({
    mutation: {
      meta: { fallback: 'The address could not be removed' },
      onSuccess: () => {
        message.success(`${address} needs a password from now on.`);
        onClose();
      },
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${address}?`}
      confirm="Remove address"
      busy="Removing..."
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id: user.id, addressId: id })}
      onClose={onClose}
    >
      <Typography.Paragraph>
        Do this only when {nameWithEmail(user)} asks for it: whatever connects from {address}{' '}
        without a password stops working within 5 seconds. The audit trail keeps it.
      </Typography.Paragraph>
    </ConfirmDialog>
  );
}

interface ListProps {
  label: string;
  addresses: readonly Address[];
  onRemove: ((address: Address) => void) | undefined;
}

function AddressList({ label, addresses, onRemove }: ListProps) {
  return (
    <Fragment>
      <Typography.Text type="secondary">{label}</Typography.Text>
      <ul aria-label={label} style={{ listStyle: 'none', margin: '4px 0 12px', padding: 0 }}>
        {addresses.map((one) => (
          <li key={one.id}>
            <Flex wrap align="center" gap="small" style={{ minHeight: 32 }}>
              <code style={{ overflowWrap: 'anywhere' }}>{one.address}</code>
              <StatusBadge status={one.state} />
              <Typography.Text type="secondary">
                since <DateTime iso={one.created_at} />
                {one.last_used_at !== null && (
                  <>
                    , last used <DateTime iso={one.last_used_at} />
                  </>
                )}
              </Typography.Text>
              {onRemove && (
                <Button
                  size="small"
                  aria-label={`Remove ${one.address}`}
                  aria-haspopup="dialog"
                  onClick={() => onRemove(one)}
                >
                  Remove
                </Button>
              )}
            </Flex>
          </li>
        ))}
      </ul>
    </Fragment>
  );
}

/** From where the customer's proxies need no password. */
export function UserAddresses({ user }: { user: Person }) {
  const canManage = useCan()('users.manage');
  const { data, isError } = useAdminGetAllowedAddresses(user.id, {
    query: { meta: { quiet: true } },
  });
  const [removed, setRemoved] = useState<Address | null>(null);
  const lists = data?.data;
  if (!lists && !isError) return null;
  const onRemove = canManage ? setRemoved : undefined;
  const isEmpty = lists?.account.length === 0 && lists.proxies.length === 0;
  return (
    <Panel title="Access by address">
      {!lists && (
        <Typography.Text type="secondary">The addresses could not be loaded.</Typography.Text>
      )}
      {isEmpty && (
        <Typography.Text type="secondary">
          No address is allowed: every connection needs the username and password.
        </Typography.Text>
      )}
      {lists && !isEmpty && !lists.enabled && (
        <Typography.Paragraph type="secondary">
          Switched off in the settings: passwords are needed from these addresses too.
        </Typography.Paragraph>
      )}
      {lists && lists.account.length > 0 && (
        <AddressList label="All proxies" addresses={lists.account} onRemove={onRemove} />
      )}
      {lists?.proxies.map(({ proxy_id: id, addresses }) => (
        <AddressList key={id} label={`Proxy #${id}`} addresses={addresses} onRemove={onRemove} />
      ))}
      {removed && <RemoveDialog user={user} address={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  );
}
