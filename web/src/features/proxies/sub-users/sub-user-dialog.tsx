import { FormActions } from '@/components/form/form-actions';
import { Form, Input } from 'antd';
import { useChangeSubUser, useCreateSubUser } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { NumberInput } from '@/components/form/number-input';
import { Dialog } from '@/components/ui/dialog';
import type { SubUser } from './sub-users-panel';

interface Values {
  name: string;
  daily_limit_gb: number | null;
  monthly_limit_gb: number | null;
}

const NAME_RULES = [
  { required: true, whitespace: true, message: 'Enter a name' },
  {
    pattern: /^\s*\w{1,20}\s*$/,
    message: 'Use up to 20 letters, digits and underscores',
  },
];
const LIMIT_RULES = [
  {
    validator: (_rule: unknown, limit: number | null) =>
      limit === null || (limit >= 0.01 && limit <= 100_000)
        ? Promise.resolve()
        : Promise.reject(new Error('Enter 0.01 to 100,000 GB, or nothing for no limit')),
  },
];

interface SubUserDialogProps {
  proxyId: number;
  /** The one whose limits are changed; without it one is added. */
  subUser?: SubUser;
  onClose: () => void;
}

/** Adds a sub-user, or changes the limits of one. */
export default function SubUserDialog({ proxyId, subUser, onClose }: SubUserDialogProps) {
  const [form] = Form.useForm<Values>();
  const create = useCreateSubUser({
    mutation: {
      meta: { fallback: 'Failed to add the sub-user' },
      onSuccess: ({ data }) => {
        notify.success(`${data.name} was added. Copy the connection line for them from the list.`);
        onClose();
      },
    },
  });
  const change = useChangeSubUser({
    mutation: {
      meta: { fallback: 'Failed to change the limits' },
      onSuccess: () => {
        notify.success('The limits were changed.');
        onClose();
      },
    },
  });
  const title = subUser ? `Limits of ${subUser.name}` : 'Add sub-user';
  const isPending = create.isPending || change.isPending;
  const submit = ({ name, ...limits }: Values): void => {
    if (isPending) return;
    if (subUser)
      change.mutate({
        id: proxyId,
        subUserId: subUser.id,
        data: { ...limits, suspended: subUser.suspended },
      });
    else create.mutate({ id: proxyId, data: { name: name.trim().toLowerCase(), ...limits } });
  };
  return (
    <Dialog title={title} width={440} onClose={onClose}>
      <AppForm<Values>
        form={form}
        label={title}
        initialValues={{
          name: subUser?.name ?? '',
          daily_limit_gb: subUser?.daily_limit_gb ?? null,
          monthly_limit_gb: subUser?.monthly_limit_gb ?? null,
        }}
        serverErrors={(subUser ? change : create).error?.fieldErrors}
        onSubmit={submit}
      >
        {!subUser && (
          <Form.Item
            name="name"
            label="Name"
            required
            rules={NAME_RULES}
            extra="Becomes the end of their username."
          >
            <Input
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={20}
              placeholder="Such as tunde"
            />
          </Form.Item>
        )}
        <Form.Item
          name="daily_limit_gb"
          label="Limit a day (GB)"
          rules={LIMIT_RULES}
          extra="From midnight to midnight in Lagos. Leave empty for no limit."
        >
          <NumberInput
            autoFocus={subUser !== undefined}
            min={0}
            precision={2}
            controls={false}
            inputMode="decimal"
            style={{ width: '100%' }}
            placeholder="No limit"
          />
        </Form.Item>
        <Form.Item
          name="monthly_limit_gb"
          label="Limit a month (GB)"
          rules={LIMIT_RULES}
          extra="A calendar month. Leave empty for no limit."
        >
          <NumberInput
            min={0}
            precision={2}
            controls={false}
            inputMode="decimal"
            style={{ width: '100%' }}
            placeholder="No limit"
          />
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={isPending} busy="Saving...">
          {subUser ? 'Save' : 'Add sub-user'}
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
