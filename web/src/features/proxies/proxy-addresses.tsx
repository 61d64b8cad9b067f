import { Alert, Button, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { useAllowedAddresses } from '@/api/use-allowed-addresses';
import { AllowedAddresses } from '@/components/access/allowed-addresses';
import { paths } from '@/lib/paths';
import styles from './dialog.module.css';

/** The addresses from which this proxy needs no password. */
export function ProxyAddresses({ proxyId }: { proxyId: number }) {
  const { query, list, account } = useAllowedAddresses(proxyId);
  const others = account.length === 1 ? '1 address' : `${account.length} addresses`;
  return (
    <section className={styles.section} aria-label="Allowed addresses">
      {query.isError && (
        <Alert
          type="error"
          title="The allowed addresses could not be loaded."
          action={
            <Button size="small" onClick={() => void query.refetch()}>
              Try Again
            </Button>
          }
        />
      )}
      {query.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {list && (
        <AllowedAddresses
          {...list}
          lead={
            <>
              This proxy asks for no password from active addresses. Anyone who shares such an
              address can use it.
              {account.length > 0 && (
                <>
                  {' '}
                  <Link to={`${paths.profile}?tab=security`}>
                    {others} for all your proxies
                  </Link>{' '}
                  {account.length === 1 ? 'counts' : 'count'} here too.
                </>
              )}
            </>
          }
          empty="No address has been added for this proxy. Add that of your server to connect from there without the username and password."
          noProxy="This proxy is not active, so it cannot be used for that now."
        />
      )}
    </section>
  );
}
