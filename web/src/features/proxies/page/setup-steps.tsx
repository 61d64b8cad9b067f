import { Button, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Panel } from '@/components/layout/panel';
import { getSocks5Port } from '../connection';
import type { Proxy } from '../proxy';
import styles from './proxy-page.module.css';
import { SETUPS, type Place } from './steps';

const ConnectionQr = lazy(() => import('./connection-qr'));

const OPTIONS = SETUPS.map(({ id, label }) => ({ value: id, label }));

export function SetupSteps({ proxy }: { proxy: Proxy }) {
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
        options={OPTIONS}
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
