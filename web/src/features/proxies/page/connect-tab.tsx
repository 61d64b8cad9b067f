import { Button, Segmented, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useRotateSession } from '@/api/generated/proxies';
import { useIpTarget } from '@/api/use-ip-target';
import { notify } from '@/components/feedback/notify';
import { Panel } from '@/components/layout/panel';
import { getSocks5Port, toEndpoint } from '../connection';
import { ConnectionFields } from '../connection-fields';
import { isDatacenter, type Proxy } from '../proxy';
import { findSample, SAMPLES, type SampleId } from '../samples/templates';
import { CodeBlock, secretForms } from './code-block';
import { ConnectionBuilder } from './connection-builder';
import { SETUPS, type Place } from './steps';
import styles from './proxy-page.module.css';

/** Gives the sessions of a pool proxy a new address. */
function RotateButton({ proxyId }: { proxyId: number }) {
  const rotate = useRotateSession({
    mutation: {
      meta: { fallback: 'Failed to change the address' },
      onSuccess: ({ message }) => notify.success(message ?? 'New connections use a new address.'),
    },
  });
  return (
    <Button
      size="small"
      disabled={rotate.isPending}
      onClick={() => rotate.mutate({ id: proxyId, data: {} })}
    >
      {rotate.isPending ? 'Rotating...' : 'Rotate now'}
    </Button>
  );
}

/** What to enter where, and one command that shows that it works. */
function Credentials({ proxy }: { proxy: Proxy }) {
  const target = useIpTarget();
  const endpoint = { ...toEndpoint(proxy, proxy.protocol), protocol: proxy.protocol };
  return (
    <Panel title="Credentials" action={!isDatacenter(proxy) && <RotateButton proxyId={proxy.id} />}>
      <ConnectionFields proxy={proxy} name="Username" />
      <div className={styles.section}>
        <CodeBlock
          label="curl command"
          text={findSample('curl').write(endpoint, target)}
          secrets={secretForms(proxy.password)}
          wrap
          head="Run this to see the address of your proxy."
        />
      </div>
    </Panel>
  );
}

const OPTIONS = SAMPLES.map(({ id, label }) => ({ value: id, label }));

/** Whole programs with the customer's own credentials. */
function CodeSamples({ proxy }: { proxy: Proxy }) {
  const target = useIpTarget();
  const [id, setId] = useState<SampleId>('requests');
  const sample = findSample(id);
  const protocol = sample.httpOnly ? 'http' : proxy.protocol;
  const endpoint = { ...toEndpoint(proxy, protocol), protocol };
  const install = sample.install?.(endpoint);
  return (
    <Panel title="Code samples">
      {sample.httpOnly && proxy.protocol === 'socks5' && (
        <p className={styles.lead}>
          {sample.label} takes no password over SOCKS5, so this sample uses the HTTP port.
        </p>
      )}
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

const ConnectionQr = lazy(() => import('./connection-qr'));

const STEP_OPTIONS = SETUPS.map(({ id, label }) => ({ value: id, label }));

function SetupSteps({ proxy }: { proxy: Proxy }) {
  const [place, setPlace] = useState<Place>('browser');
  const [isQrShown, setQrShown] = useState(false);
  const fields = { host: proxy.host, httpPort: proxy.port, socksPort: getSocks5Port(proxy) };
  const setup = SETUPS.find(({ id }) => id === place)!;
  return (
    <Panel title="Set up a browser or device">
      <Select<Place>
        aria-label="Browser or device"
        className={styles.select}
        value={place}
        onChange={setPlace}
        options={STEP_OPTIONS}
      />
      <ol className={styles.steps}>
        {setup.steps(fields).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {setup.isPhone && (
        <Button
          className={styles.section}
          aria-expanded={isQrShown}
          onClick={() => setQrShown(!isQrShown)}
        >
          {isQrShown ? 'Hide QR code' : 'Show QR code for the phone'}
        </Button>
      )}
      <Suspense>{setup.isPhone && isQrShown && <ConnectionQr proxy={proxy} />}</Suspense>
    </Panel>
  );
}

const VIEWS = {
  credentials: { label: 'Credentials', View: Credentials },
  list: { label: 'List', View: ConnectionBuilder },
  code: { label: 'Code', View: CodeSamples },
  devices: { label: 'Devices', View: SetupSteps },
} as const;

type ViewName = keyof typeof VIEWS;

/** The ways to use the proxy, one at a time. */
export function ConnectTab({ proxy }: { proxy: Proxy }) {
  const [name, setName] = useState<ViewName>('credentials');
  const { View } = VIEWS[name];
  return (
    <>
      <Segmented<ViewName>
        aria-label="Way to connect"
        className={styles.views}
        value={name}
        onChange={setName}
        options={Object.entries(VIEWS).map(([value, { label }]) => ({
          value: value as ViewName,
          label,
        }))}
      />
      <View proxy={proxy} />
    </>
  );
}
