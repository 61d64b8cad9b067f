import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { useAdminListTroubledProxies } from '@/api/generated/admin-proxies';
import { useCan } from '@/api/use-can';
import { adminProxyPath } from '@/lib/admin-paths';
import { countryName } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';

/** Of a customer: proxies that refused requests in the last hour, each leading to why. Nothing while there are none. */
export function TroubledProxies({ userId }: { userId: number }) {
  const enabled = useCan()('proxies.read');
  const query = useAdminListTroubledProxies(userId, { query: { enabled, meta: { quiet: true } } });
  const { proxies = [], total = 0 } = query.data?.data ?? {};
  if (total === 0) return null;
  return (
    <Alert
      type="warning"
      role="note"
      showIcon
      style={{ marginBottom: 16 }}
      title={`${total === 1 ? '1 proxy' : `${formatNumber(total)} proxies`} with failures in the last hour`}
      description={
        <ul>
          {proxies.map(({ id, type, location, failures, title }) => (
            <li key={id}>
              <Link to={adminProxyPath(id)}>
                Proxy #{id}, {capitalise(type)}, {countryName(location)}
              </Link>
              : {title}, {formatNumber(failures)} {failures === 1 ? 'request' : 'requests'}
            </li>
          ))}
        </ul>
      }
    />
  );
}
