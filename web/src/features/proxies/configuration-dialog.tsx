import { Button, Form } from 'antd';
import { useState } from 'react';
import { useUpdateDatacenter } from '@/api/generated/proxies';
import { useMessage } from '@/components/feedback/use-message';
import { CopyField } from '@/components/form/copy-field';
import { Money } from '@/components/format/money';
import { formatDateTime } from '@/lib/date';
import { PROTOCOLS, type Protocol } from '@/lib/proxy-options';
import { ConnectionFields } from './connection-fields';
import styles from './dialog.module.css';
import { formatConnection, OUTPUT_FORMATS, toEndpoint, type OutputFormat } from './connection';
import { UPDATE_ERROR_MESSAGES, type Proxy, isDatacenter } from './proxy';
import { ProxyFacts } from './proxy-facts';
import { RadioField } from './radio-field';
import { Dialog } from '@/components/ui/dialog';
import { proxyTypeName } from '@/lib/text';
import { PoolConfiguration } from './pool-configuration';
import { ProxyPageLink } from './proxy-page-link';

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
  const facts = [
    { label: 'Order date', value: formatDateTime(proxy.created_at) },
    { label: 'Price', value: <Money amount={proxy.price} /> },
  ];
  return (
    <>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioField label="Protocol" options={PROTOCOLS} value={protocol} onChange={setProtocol} />
        <Button type="primary" disabled={update.isPending} onClick={save}>
          {update.isPending ? 'Saving' : 'Save'}
        </Button>
      </div>
      <div className={styles.section}>
        <ConnectionFields proxy={proxy} />
      </div>
      <div className={styles.section}>
        <RadioField label="Format" options={OUTPUT_FORMATS} value={format} onChange={setFormat} />
        <CopyField
          label="Connection string"
          value={formatConnection(toEndpoint(proxy, protocol), format)}
          secret
        />
      </div>
      <div className={styles.section}>
        <ProxyFacts facts={facts} />
      </div>
    </>
  );
}

interface ConfigurationDialogProps {
  proxy: Proxy;
  onClose: () => void;
}

export default function ConfigurationDialog({ proxy, onClose }: ConfigurationDialogProps) {
  const Configuration = isDatacenter(proxy) ? DatacenterConfiguration : PoolConfiguration;
  return (
    <Dialog
      title={`Proxy Configuration: #${proxy.id} (${proxyTypeName(proxy.type)})`}
      width={720}
      onClose={onClose}
    >
      {/* For the layout of labels and inputs; each part saves its own values. */}
      <Form component={false} layout="vertical">
        <Configuration proxy={proxy} />
      </Form>
      <ProxyPageLink proxyId={proxy.id} />
    </Dialog>
  );
}
