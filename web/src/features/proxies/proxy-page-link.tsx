import { Link } from 'react-router-dom';
import { proxyPath } from '@/lib/paths';

/** To what the dialogs have no room for. */
export function ProxyPageLink({ proxyId }: { proxyId: number }) {
  return <Link to={proxyPath(proxyId)}>Code samples, connection lists and a test</Link>;
}
