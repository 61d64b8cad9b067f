import { Alert, Checkbox, Flex, Form, Input, Radio, Select, Skeleton, Typography } from 'antd';
import {
  useAdminCreateRole,
  useAdminListPermissions,
  useAdminUpdateRole,
} from '@/api/generated/admin-staff';
import {
  PermissionGroup,
  type Permission,
  type PermissionResponse,
  type PermissionsData,
  type RoleDto,
  type RoleResponse,
} from '@/api/generated/api.schemas';
import { outcome } from '@/api/outcome';
import { useCan } from '@/api/use-can';
import { ErrorState } from '@/components/feedback/error-state';
import { AppForm } from '@/components/form/app-form';
import { FormActions } from '@/components/form/form-actions';
import { Dialog } from '@/components/ui/dialog';

type Chosen = readonly Permission[];
type Table = readonly PermissionResponse[];

/** Adds what is needed besides when one is added, and takes what needs it when one is taken. */
export function complete(table: Table, before: Chosen, after: Chosen): Permission[] {
  const added = after.filter((one) => !before.includes(one));
  const needed = table.filter(({ name }) => added.includes(name)).flatMap(({ needs }) => needs);
  const wanted = new Set([...after, ...needed]);
  return table
    .filter(({ name, needs }) => wanted.has(name) && needs.every((one) => wanted.has(one)))
    .map(({ name }) => name);
}

interface PermissionsInputProps {
  table: Table;
  value?: Chosen;
  onChange?: (value: Permission[]) => void;
  disabled: boolean;
}

function PermissionsInput({ table, value = [], onChange, disabled }: PermissionsInputProps) {
  const can = useCan();
  const toggle = (name: Permission, isOn: boolean): void => {
    const after = isOn ? [...value, name] : value.filter((one) => one !== name);
    onChange?.(complete(table, value, after));
  };
  return (
    <Flex vertical gap="middle">
      {Object.values(PermissionGroup).map((group) => (
        <Flex key={group} vertical gap={8} role="group" aria-label={group}>
          <Typography.Text strong>{group}</Typography.Text>
          {table
            .filter((one) => one.group === group)
            .map(({ name, label, description, sensitive }) => (
              <Checkbox
                key={name}
                style={{ alignItems: 'flex-start' }}
                checked={value.includes(name)}
                // Nobody gives what they do not have.
                disabled={disabled || !can(name)}
                onChange={({ target }) => toggle(name, target.checked)}
              >
                {label}
                <Typography.Text type="secondary" style={{ display: 'block' }}>
                  {description}
                  {sensitive && ' Given with another admin’s approval.'}
                </Typography.Text>
              </Checkbox>
            ))}
        </Flex>
      ))}
    </Flex>
  );
}

interface EditorProps {
  data: PermissionsData;
  /** Null for a new one. */
  role: RoleResponse | null;
  onClose: () => void;
}

const EMPTY: RoleDto = {
  name: '',
  permissions: [],
  allowed_addresses: [],
  two_factor_required: false,
};

function Editor({ data: { permissions: table, presets }, role, onClose }: EditorProps) {
  const can = useCan();
  const [form] = Form.useForm<RoleDto>();
  const mutation = outcome('The role could not be saved', onClose);
  const create = useAdminCreateRole({ mutation });
  const update = useAdminUpdateRole({ mutation });
  const { isPending, error } = role ? update : create;
  const isFixed = role?.built_in === true;
  const save = (data: RoleDto): void => {
    if (isPending) return;
    if (role) update.mutate({ id: role.id, data });
    else create.mutate({ data });
  };
  const start = (name: string): void => {
    const preset = presets.find((one) => one.name === name);
    if (!preset) return;
    form.setFieldsValue({ name, permissions: preset.permissions.filter(can) });
  };
  return (
    <AppForm<RoleDto>
      form={form}
      label={role ? 'Edit role' : 'New role'}
      initialValues={role ?? EMPTY}
      serverErrors={error?.fieldErrors}
      onSubmit={save}
    >
      {isFixed && (
        <Alert
          type="info"
          role="note"
          showIcon
          style={{ marginBottom: 16 }}
          title="This role is built in. Only where it signs in from and its two-factor authentication can be changed."
        />
      )}
      {!role && (
        <Form.Item label="Start from">
          <Radio.Group
            optionType="button"
            options={presets.map(({ name }) => name)}
            onChange={({ target }) => start(target.value as string)}
          />
        </Form.Item>
      )}
      <Form.Item
        name="name"
        label="Name"
        rules={[{ required: true, whitespace: true, message: 'Please enter a name' }]}
      >
        <Input maxLength={40} autoComplete="off" disabled={isFixed} autoFocus={!role} />
      </Form.Item>
      <Form.Item name="permissions" label="People with this role can">
        <PermissionsInput table={table} disabled={isFixed} />
      </Form.Item>
      <Form.Item
        name="allowed_addresses"
        label="Signs in from"
        extra="Addresses or ranges such as 203.0.113.0/24. Empty: from everywhere. Also checked on every call."
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ']}
          maxCount={20}
        />
      </Form.Item>
      <Form.Item name="two_factor_required" valuePropName="checked">
        <Checkbox>Require two-factor authentication of this role</Checkbox>
      </Form.Item>
      <FormActions onCancel={onClose} isBusy={isPending} busy="Saving...">
        Save role
      </FormActions>
    </AppForm>
  );
}

/** What a role lets its members do. */
export function RoleForm({ role, onClose }: Omit<EditorProps, 'data'>) {
  const query = useAdminListPermissions({ query: { meta: { quiet: true }, staleTime: Infinity } });
  return (
    <Dialog title={role ? `Role ${role.name}` : 'New role'} width={640} onClose={onClose}>
      {query.isError ? (
        <ErrorState
          title="Failed to load the permissions"
          message={query.error.message}
          requestId={query.error.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <Editor data={query.data.data} role={role} onClose={onClose} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Dialog>
  );
}
