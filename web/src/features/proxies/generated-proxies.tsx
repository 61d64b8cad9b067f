import { Button, Flex, Form, Input } from 'antd';
import { useState } from 'react';
import { CopyField } from '@/components/form/copy-field';
import { NumberInput } from '@/components/form/number-input';
import { CopyButton } from '@/components/ui/copy-button';
import { clamp } from '@/lib/number';
import styles from './dialog.module.css';
import {
  formatConnection,
  generateConnections,
  getSessionId,
  OUTPUT_FORMATS,
  toEndpoint,
  type OutputFormat,
} from './connection';
import type { Proxy } from './proxy';
import { RadioField } from './radio-field';

const MAX_COUNT = 10;

const TEMPLATE = {
  host: 'host:port:username:password',
  protocol: 'protocol://username:password@host:port',
};

export function GeneratedProxies({ proxy, protocol }: { proxy: Proxy; protocol: string }) {
  const [format, setFormat] = useState<OutputFormat>('host');
  const [typedCount, setTypedCount] = useState<number | null>(1);
  const [isShown, setShown] = useState(false);
  const count = clamp(typedCount ?? 1, 1, MAX_COUNT);
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
          <Form.Item label="Count" htmlFor="generated-count" layout="horizontal">
            <NumberInput
              id="generated-count"
              min={1}
              max={MAX_COUNT}
              precision={0}
              value={typedCount}
              onChange={setTypedCount}
              onBlur={() => setTypedCount(count)}
            />
          </Form.Item>
          <Button size="small" aria-pressed={isShown} onClick={() => setShown((shown) => !shown)}>
            {isShown ? 'Hide' : 'Show'}
            <span className="visually-hidden"> generated proxies</span>
          </Button>
          <CopyButton text={lines} label="generated proxies" />
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
