import { Form, Select } from 'antd';
import { Link } from 'react-router-dom';
import { useAdminListProviders } from '@/api/generated/admin-supply';
import { adminPaths } from '@/lib/admin-paths';
import type { Dialect } from './networks';

/** Which connected account the balance and the counts of a network come from. */
export function AccountLink({ dialect }: { dialect: Dialect }) {
  const { data, isError } = useAdminListProviders({ query: { meta: { quiet: true } } });
  const accounts = (data?.data.providers ?? []).filter(
    ({ kind }) => dialect.id === 'custom' || kind === dialect.id,
  );
  return (
    <Form.Item
      name="provider_id"
      label="Account of its API"
      extra={
        isError ? (
          'The connected accounts could not be loaded.'
        ) : data && accounts.length === 0 ? (
          <>
            None is connected. Connect one under{' '}
            <Link to={adminPaths.providers}>Provider accounts</Link> to read its balance and to
            compare its traffic with yours each day.
          </>
        ) : (
          'Its balance and traffic are read there. Empty: the only account of this provider.'
        )
      }
    >
      <Select
        allowClear
        placeholder="The only one"
        disabled={accounts.length === 0}
        options={accounts.map(({ id, name, enabled }) => ({
          value: id,
          label: enabled ? name : `${name} (disabled)`,
        }))}
      />
    </Form.Item>
  );
}
