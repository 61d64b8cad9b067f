import { useState } from 'react';
import { CopyField } from '@/components/form/copy-field';
import { CopyButton } from '@/components/ui/copy-button';
import { wholeNumber } from '@/lib/number';
import type { Option } from '@/lib/proxy-options';
import styles from './dialog.module.css';
import {
  formatConnection,
  toEndpoint,
  generateConnections,
  createSessionId,
  type OutputFormat,
  type Proxy,
} from './proxy';
import { RadioRow } from './radio-row';

const MAX_COUNT = 10;

const FORMATS: readonly Option<OutputFormat>[] = [
  { value: 'host', label: 'Host:port' },
  { value: 'protocol', label: 'Protocol' },
];

const TEMPLATE = {
  host: 'host:port:username:password',
  protocol: 'protocol://username:password@host:port',
};

export function GeneratedProxies({ proxy, protocol }: { proxy: Proxy; protocol: string }) {
  const [format, setFormat] = useState<OutputFormat>('host');
  const [typed, setTyped] = useState('1');
  const [sessions] = useState(() => Array.from({ length: MAX_COUNT }, createSessionId));
  const count = wholeNumber(typed, { min: 1, max: MAX_COUNT, fallback: 1 });
  const lines = generateConnections(proxy, protocol, format, sessions.slice(0, count));
  return (
    <>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioRow
          legend="Output format"
          name="format"
          options={FORMATS}
          value={format}
          onChange={setFormat}
        />
        <CopyField label="Format" value={TEMPLATE[format]} />
        <CopyField
          label="Connection string"
          value={formatConnection(toEndpoint(proxy, protocol), format)}
        />
      </div>
      <div className={styles.section}>
        <div className={styles.linesHead}>
          <h2 id="generated">Generated proxies</h2>
          <label className={styles.count}>
            Count
            <input
              type="number"
              min={1}
              max={MAX_COUNT}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setTyped(String(count))}
            />
          </label>
          <CopyButton text={lines} label="generated proxies" />
        </div>
        <textarea
          className={styles.lines}
          aria-labelledby="generated"
          readOnly
          value={lines}
          rows={Math.min(count + 1, 8)}
        />
      </div>
    </>
  );
}
