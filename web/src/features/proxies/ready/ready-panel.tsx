import { Button } from 'antd';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { saveFile } from '@/lib/download';
import { proxyPath } from '@/lib/paths';
import { CodeBlock, secretForms } from '../page/code-block';
import { useIpTarget } from '@/api/use-ip-target';
import { formatConnection, toEndpoint } from '../connection';
import type { Proxy } from '../proxy';
import { findSample } from '../samples/templates';
import styles from './ready-panel.module.css';
import { usePurchasedProxies } from './use-purchase-result';

function OneReady({ proxy }: { proxy: Proxy }) {
  const target = useIpTarget();
  const endpoint = { ...toEndpoint(proxy, proxy.protocol), protocol: proxy.protocol };
  return (
    <CodeBlock
      label="curl command"
      text={findSample('curl').write(endpoint, target)}
      secrets={secretForms(proxy.password)}
      wrap
      head="Run this to see the address of your proxy."
      actions={
        <LinkButton size="small" type="primary" to={proxyPath(proxy.id)}>
          Connect
        </LinkButton>
      }
    />
  );
}

function ManyReady({ proxies }: { proxies: readonly Proxy[] }) {
  const text = proxies
    .map((proxy) => formatConnection(toEndpoint(proxy, proxy.protocol), 'host'))
    .join('\n');
  return (
    <CodeBlock
      label="connection lines"
      text={text}
      secrets={proxies.flatMap(({ password }) => secretForms(password))}
      head="host:port:user:pass, one line for each proxy."
      actions={
        <Button
          size="small"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'proxies.txt')}
        >
          Download
        </Button>
      }
    />
  );
}

/** After a purchase: what to copy, so that nobody opens a dialog for every proxy. */
export default function ReadyPanel({ ids }: { ids: readonly number[] }) {
  const proxies = usePurchasedProxies(ids);
  const [first] = proxies ?? [];
  if (!proxies || !first) return null;
  const count = ids.length;
  return (
    <div className={styles.ready}>
      <Panel title={count === 1 ? 'Your proxy is ready' : `Your ${count} proxies are ready`}>
        {count === 1 ? <OneReady proxy={first} /> : <ManyReady proxies={proxies} />}
      </Panel>
    </div>
  );
}
