import { Alert, Button, Flex } from 'antd';
import { useRotateSession, useTestProxy } from '@/api/generated/proxies';
import { Country } from '@/components/format/country';
import { notify } from '@/components/feedback/notify';
import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import { isDatacenter, type Proxy } from '../proxy';
import { ProxyFacts } from '../proxy-facts';
import styles from './proxy-page.module.css';

/** Uses the proxy once from the server, and gives a session of a pool proxy a new address. */
export function TestConnection({ proxy }: { proxy: Proxy }) {
  const test = useTestProxy({ mutation: { meta: { fallback: 'Failed to test the proxy' } } });
  const rotate = useRotateSession({
    mutation: {
      meta: { fallback: 'Failed to change the address' },
      onSuccess: ({ message }) => {
        notify.success(message ?? 'New connections use a new address.');
        test.reset();
      },
    },
  });
  const result = test.data?.data;
  const facts = result && [
    { label: 'Exit address', value: <code>{result.exit_ip ?? 'N/A'}</code> },
    {
      label: 'Latency',
      value: result.latency_ms === null ? 'N/A' : `${formatNumber(result.latency_ms)} ms`,
    },
    { label: 'Sold as', value: <Country code={result.country_sold} /> },
    {
      label: 'Found as',
      value: result.country_found ? <Country code={result.country_found} /> : 'Not known',
    },
  ];
  return (
    <Panel title="Test connection">
      <p className={styles.lead}>
        We use your proxy once and show where it leaves from. It counts as your traffic: about 1 KB.
      </p>
      <Flex wrap gap="small">
        <Button disabled={test.isPending} onClick={() => test.mutate({ id: proxy.id, data: {} })}>
          {test.isPending ? 'Testing...' : 'Test connection'}
        </Button>
        {!isDatacenter(proxy) && (
          <Button
            disabled={rotate.isPending}
            onClick={() => rotate.mutate({ id: proxy.id, data: {} })}
          >
            {rotate.isPending ? 'Rotating...' : 'Rotate now'}
          </Button>
        )}
      </Flex>
      <div role="status">
        {result && (
          <div className={styles.section}>
            {result.error ? (
              <Alert
                type="error"
                showIcon
                title={result.error.cause}
                description={result.error.how_to_fix}
              />
            ) : (
              <Alert type="success" showIcon title="Your proxy works." />
            )}
          </div>
        )}
      </div>
      {facts && result.ok && (
        <div className={styles.section}>
          <ProxyFacts facts={facts} />
        </div>
      )}
    </Panel>
  );
}
