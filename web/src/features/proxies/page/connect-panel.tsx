import { Panel } from '@/components/layout/panel';
import { ConnectionFields } from '../connection-fields';
import { toEndpoint } from '../connection';
import type { Proxy } from '../proxy';
import { findSample } from '../samples/templates';
import { CodeBlock, secretForms } from './code-block';
import styles from './proxy-page.module.css';
import { useIpTarget } from '@/api/use-ip-target';

/** What to enter where, and one command that shows that it works. */
export function ConnectPanel({ proxy }: { proxy: Proxy }) {
  const target = useIpTarget();
  const endpoint = { ...toEndpoint(proxy, proxy.protocol), protocol: proxy.protocol };
  return (
    <Panel title="Connect">
      <CodeBlock
        label="curl command"
        text={findSample('curl').write(endpoint, target)}
        secrets={secretForms(proxy.password)}
        wrap
        head="Run this to see the address of your proxy."
      />
      <div className={styles.section}>
        <ConnectionFields proxy={proxy} />
      </div>
    </Panel>
  );
}
