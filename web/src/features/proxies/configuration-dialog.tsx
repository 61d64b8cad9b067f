import { Form, Button, Flex, Input } from 'antd';
import { useState } from 'react';
import styles from './dialog.module.css';
import { CopyField } from '@/components/form/copy-field';
import { findLimitProblem, WholeNumberItem } from '@/components/form/number-input';
import { CopyButton } from '@/components/ui/copy-button';
import {
  formatConnection,
  generateConnections,
  getSessionId,
  OUTPUT_FORMATS,
  toEndpoint,
  type OutputFormat,
} from './connection';
import { type Proxy, isDatacenter } from './proxy';
import {
  DatacenterSettingsForm,
  PoolSettingsForm,
  RadioField,
  useDatacenterSettings,
  usePoolSettings,
} from './configuration-form';
import { ConnectionFields } from './connection-fields';
import { ProxyPrice } from '@/components/format/money';
import { formatDateTime } from '@/lib/date';
import { ProxyFacts, ProxyPageLink } from './proxy-facts';
import { Dialog } from '@/components/ui/dialog';
import { proxyTypeName } from '@/lib/text';

const COUNT_LIMITS = { min: 1, max: 10 };

const TEMPLATE = {
  host: 'host:port:username:password',
  protocol: 'protocol://username:password@host:port',
};

export function GeneratedProxies({ proxy, protocol }: { proxy: Proxy; protocol: string }) {
  const [format, setFormat] = useState<OutputFormat>('host');
  const [typedCount, setTypedCount] = useState<number | null>(1);
  const [count, setCount] = useState(1);
  const [isShown, setShown] = useState(false);
  const isWrong = findLimitProblem(typedCount, COUNT_LIMITS) !== undefined;
  const sessions = Array.from({ length: count }, (_, index) => getSessionId(proxy.uuid, index));
  const lines = generateConnections(proxy, protocol, format, sessions);
  return (
    <>
      <div className={styles.section}>
        <RadioField
          label="Output format"
          options={OUTPUT_FORMATS}
          value={format}
          onChange={setFormat}
        />
        <div className={styles.grid}>
          <CopyField label="Format" value={TEMPLATE[format]} />
          <CopyField
            label="Connection string"
            value={formatConnection(toEndpoint(proxy, protocol), format)}
            secret
          />
        </div>
      </div>
      <div className={styles.section}>
        <Flex wrap align="center" justify="space-between" gap="small">
          <h2 id="generated">Generated proxies</h2>
          <WholeNumberItem
            label="Count"
            layout="horizontal"
            {...COUNT_LIMITS}
            value={typedCount}
            onChange={(typed) => {
              setTypedCount(typed);
              if (!findLimitProblem(typed, COUNT_LIMITS)) setCount(typed ?? COUNT_LIMITS.min);
            }}
          />
          <Button size="small" aria-pressed={isShown} onClick={() => setShown((shown) => !shown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> generated proxies</span>
          </Button>
          <CopyButton text={lines} label="generated proxies" disabled={isWrong} />
        </Flex>
        <Input.TextArea
          className={`${styles.lines} ${isShown ? '' : styles.masked}`}
          aria-labelledby="generated"
          readOnly
          value={lines}
          rows={Math.min(count + 1, 8)}
        />
      </div>
    </>
  );
}

export function PoolConfiguration({ proxy }: { proxy: Proxy }) {
  const form = usePoolSettings(proxy);
  return (
    <>
      <div className={styles.section}>
        <h2>Location</h2>
        <PoolSettingsForm proxy={proxy} form={form} />
      </div>
      <div className={styles.section}>
        <h2>Connection details</h2>
        <ConnectionFields proxy={proxy} />
      </div>
      <GeneratedProxies proxy={proxy} protocol={form.settings.protocol} />
    </>
  );
}

export function DatacenterConfiguration({ proxy }: { proxy: Proxy }) {
  const form = useDatacenterSettings(proxy);
  const [format, setFormat] = useState<OutputFormat>('host');
  const facts = [
    { label: 'Order date', value: formatDateTime(proxy.created_at) },
    { label: 'Price', value: <ProxyPrice price={proxy.price} /> },
    ...(proxy.ip ? [{ label: 'Dedicated address', value: <code>{proxy.ip}</code> }] : []),
  ];
  return (
    <>
      <div className={styles.section}>
        <DatacenterSettingsForm form={form} />
      </div>
      <div className={styles.section}>
        <ConnectionFields proxy={proxy} />
      </div>
      <div className={styles.section}>
        <RadioField label="Format" options={OUTPUT_FORMATS} value={format} onChange={setFormat} />
        <CopyField
          label="Connection string"
          value={formatConnection(toEndpoint(proxy, form.protocol), format)}
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
