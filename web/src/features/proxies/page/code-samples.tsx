import { Select } from 'antd';
import { useState } from 'react';
import { Panel } from '@/components/layout/panel';
import { toEndpoint } from '../connection';
import type { Proxy } from '../proxy';
import { SAMPLES, findSample, type SampleId } from '../samples/templates';
import { CodeBlock, secretForms } from './code-block';
import styles from './proxy-page.module.css';
import { useIpTarget } from '@/api/use-ip-target';

const OPTIONS = SAMPLES.map(({ id, label }) => ({ value: id, label }));

/** Whole programs with the customer's own credentials. */
export function CodeSamples({ proxy }: { proxy: Proxy }) {
  const target = useIpTarget();
  const [id, setId] = useState<SampleId>('requests');
  const sample = findSample(id);
  const protocol = sample.httpOnly ? 'http' : proxy.protocol;
  const endpoint = { ...toEndpoint(proxy, protocol), protocol };
  const install = sample.install?.(endpoint);
  return (
    <Panel title="Code samples">
      <p className={styles.lead}>
        Ready to run, with your login and password in it. Each prints the address of your proxy.
        {sample.httpOnly && proxy.protocol === 'socks5' && (
          <> {sample.label} takes no password over SOCKS5, so this sample uses the HTTP port.</>
        )}
      </p>
      <CodeBlock
        label={`${sample.label} sample`}
        text={sample.write(endpoint, target)}
        secrets={secretForms(proxy.password)}
        head={
          <Select<SampleId>
            aria-label="Language"
            className={styles.select}
            value={id}
            onChange={setId}
            options={OPTIONS}
          />
        }
      />
      {install && (
        <p className={`${styles.section} ${styles.minor}`}>
          First: <code>{install}</code>
        </p>
      )}
    </Panel>
  );
}
