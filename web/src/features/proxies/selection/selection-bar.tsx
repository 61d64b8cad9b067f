import { Button, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { useMessage } from '@/components/feedback/use-message';
import { copyText } from '@/lib/clipboard';
import { saveFile } from '@/lib/download';
import {
  FORMATS,
  toListFile,
  toListText,
  type BuilderFormat,
  type Endpoint,
} from '../page/list-format';
import { getDisplayStatus, toEndpoint, type Proxy } from '../proxy';
import { canRenew } from '../renewal/extension';
import { toProxyUrl } from '../samples/endpoint';
import styles from './selection-bar.module.css';
import { MAX_SELECTED } from './use-selection';

const BulkRenewalDialog = lazy(() => import('./bulk-renewal-dialog'));

interface SelectionBarProps {
  /** In the order of the list. */
  proxies: readonly Proxy[];
  isFull: boolean;
  onClear: () => void;
}

/** As the list of connections of one proxy has it. */
function toConnection(proxy: Proxy): Endpoint {
  const endpoint = { ...toEndpoint(proxy, proxy.protocol), protocol: proxy.protocol };
  return { ...endpoint, url: toProxyUrl(endpoint) };
}

const count = (number: number, noun = 'connection'): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** What can be done with all chosen proxies. */
export default function SelectionBar({ proxies, isFull, onClear }: SelectionBarProps) {
  const message = useMessage();
  const [format, setFormat] = useState<BuilderFormat>('host_port_user_pass');
  const [isRenewing, setRenewing] = useState(false);
  // The others connect nothing.
  const active = proxies.filter((proxy) => getDisplayStatus(proxy) === 'active');
  const left = proxies.length - active.length;
  const note = left > 0 ? ` ${left} expired or suspended left out.` : '';
  const copy = () =>
    copyText(toListText(active.map(toConnection), format)).then(
      () => message.success(`Copied ${count(active.length)}.${note}`),
      () => message.error('Copying is blocked by this browser. Download the list instead.'),
    );
  const download = () => {
    const { content, extension } = toListFile(active.map(toConnection), format);
    saveFile(content, `proxies.${extension}`);
    message.success(`Downloaded ${count(active.length)}.${note}`);
  };
  return (
    <section className={styles.bar} aria-label="Chosen proxies" data-print="none">
      <span role="status">
        <strong>{proxies.length}</strong> selected
        {isFull && <span className={styles.minor}> (at most {MAX_SELECTED})</span>}
      </span>
      <Button type="text" className={styles.clear} onClick={onClear}>
        Clear selection
      </Button>
      <Select<BuilderFormat>
        aria-label="Format"
        className={styles.format}
        value={format}
        onChange={setFormat}
        options={[...FORMATS]}
      />
      <Button
        icon={<Icon name="copy" size={14} />}
        disabled={active.length === 0}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <Button
        icon={<Icon name="download" size={14} />}
        disabled={active.length === 0}
        onClick={download}
      >
        Download
      </Button>
      <Button
        aria-haspopup="dialog"
        disabled={!proxies.some((proxy) => canRenew(proxy))}
        onClick={() => setRenewing(true)}
      >
        Renew
      </Button>
      <Suspense>
        {isRenewing && <BulkRenewalDialog proxies={proxies} onClose={() => setRenewing(false)} />}
      </Suspense>
    </section>
  );
}
