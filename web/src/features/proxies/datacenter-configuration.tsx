import { Button } from 'antd';
import { useState } from 'react';
import { useUpdateDatacenter } from '@/api/generated/hooks/proxies/proxies';
import { Money } from '@/components/format/money';
import { CopyField } from '@/components/form/copy-field';
import { formatDateTime } from '@/lib/date';
import { PROTOCOLS, type Option, type Protocol } from '@/lib/proxy-options';
import { useMessage } from '@/components/feedback/use-message';
import styles from './dialog.module.css';
import {
  formatConnection,
  toEndpoint,
  getSocks5Port,
  type OutputFormat,
  type Proxy,
} from './proxy';
import { RadioRow } from './radio-row';
import { UPDATE_ERROR_MESSAGES } from './wording';

const FORMATS: readonly Option<OutputFormat>[] = [
  { value: 'host', label: 'Host:port' },
  { value: 'protocol', label: 'Protocol' },
];

export function DatacenterConfiguration({ proxy }: { proxy: Proxy }) {
  const notify = useMessage();
  const [protocol, setProtocol] = useState<Protocol>(proxy.protocol);
  const [format, setFormat] = useState<OutputFormat>('host');
  const update = useUpdateDatacenter({
    mutation: {
      meta: UPDATE_ERROR_MESSAGES,
      onSuccess: () => notify.success('Datacenter proxy configuration updated successfully!'),
    },
  });
  const save = (): void => update.mutate({ data: { protocol, proxy_id: proxy.proxy_api_id } });
  return (
    <>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioRow
          legend="Protocol"
          name="protocol"
          options={PROTOCOLS}
          value={protocol}
          onChange={setProtocol}
        />
        <Button
          type="primary"
          style={{ justifySelf: 'start' }}
          disabled={update.isPending}
          onClick={save}
        >
          {update.isPending ? 'Saving' : 'Save'}
        </Button>
      </div>
      <div className={`${styles.section} ${styles.grid}`}>
        <CopyField label="Host" value={proxy.host} />
        <CopyField label="HTTP port" value={String(proxy.port)} />
        <CopyField label="SOCKS5 port" value={String(getSocks5Port(proxy))} />
        <CopyField label="Login" value={proxy.username} />
        <CopyField label="Password" value={proxy.password} secret />
      </div>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioRow
          legend="Format"
          name="format"
          options={FORMATS}
          value={format}
          onChange={setFormat}
        />
        <CopyField
          label="Connection string"
          value={formatConnection(toEndpoint(proxy, protocol), format)}
        />
      </div>
      <div className={styles.section}>
        <dl className={styles.facts}>
          <div>
            <dt>Order date</dt>
            <dd>{formatDateTime(proxy.created_at)}</dd>
          </div>
          <div>
            <dt>Price</dt>
            <dd>
              <Money amount={proxy.price} />
            </dd>
          </div>
        </dl>
      </div>
    </>
  );
}
