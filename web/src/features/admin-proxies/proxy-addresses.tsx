import { Descriptions, Typography } from 'antd';
import { Link } from 'react-router-dom';
import { useAdminGetAllowedAddresses } from '@/api/generated/admin-users';
import { adminUserPath } from '@/lib/admin-paths';
import type { Proxy } from './proxy';

/** From where this proxy needs no password; changed on the view of its customer. */
export function ProxyAddresses({ proxy: { id, user } }: { proxy: Proxy }) {
  const { data, isError } = useAdminGetAllowedAddresses(user.id, {
    query: { meta: { quiet: true } },
  });
  const lists = data?.data;
  const own = lists?.proxies.find(({ proxy_id: proxyId }) => proxyId === id)?.addresses ?? [];
  const active = lists && [...lists.account, ...own].filter(({ state }) => state === 'active');
  const all = active?.map(({ address }) => address);
  const text = isError
    ? 'Could not be loaded'
    : all && (all.length > 0 ? [...new Set(all)].join(', ') : 'Nowhere');
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      items={[
        {
          key: 'addresses',
          label: 'No password from',
          children: (
            <>
              <Typography.Text style={{ overflowWrap: 'anywhere' }}>{text ?? '…'}</Typography.Text>
              {all && all.length > 0 && (
                <>
                  {' '}
                  <Link to={adminUserPath(user.id)}>See the lists</Link>
                  {lists?.enabled ? '' : ' (switched off in the settings)'}
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
