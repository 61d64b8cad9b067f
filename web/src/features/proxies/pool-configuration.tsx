import { Button } from 'antd';
import { usePlaces } from '@/api/use-places';
import { CopyField } from '@/components/form/copy-field';
import { PROTOCOLS, SESSION_TYPES } from '@/lib/proxy-options';
import styles from './dialog.module.css';
import { GeneratedProxies } from './generated-proxies';
import { PoolLocation } from './pool-location';
import { getConnectionType, getSocks5Port, type Proxy } from './proxy';
import { RadioRow } from './radio-row';
import { usePoolSettings } from './use-pool-settings';

export function PoolConfiguration({ proxy }: { proxy: Proxy }) {
  const { settings, change, save, saving } = usePoolSettings(proxy);
  const places = usePlaces(getConnectionType(proxy), settings);
  const label = saving ? 'Saving' : places.loading ? 'Loading' : 'Save';
  return (
    <>
      <div className={styles.section}>
        <h2>Location</h2>
        <PoolLocation places={places} value={settings} onChange={change} />
      </div>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioRow
          legend="Session type"
          name="session"
          options={SESSION_TYPES}
          value={settings.ttl_minutes}
          onChange={(ttl_minutes) => change({ ttl_minutes })}
        />
        <RadioRow
          legend="Protocol"
          name="protocol"
          options={PROTOCOLS}
          value={settings.protocol}
          onChange={(protocol) => change({ protocol })}
        />
        <Button
          type="primary"
          style={{ justifySelf: 'start' }}
          disabled={saving || places.loading}
          onClick={save}
        >
          {label}
        </Button>
      </div>
      <div className={styles.section}>
        <h2>Connection details</h2>
        <div className={styles.grid}>
          <CopyField label="Host" value={proxy.host} />
          <CopyField label="HTTP port" value={String(proxy.port)} />
          <CopyField label="SOCKS5 port" value={String(getSocks5Port(proxy))} />
          <CopyField label="Login" value={proxy.username} />
          <CopyField label="Password" value={proxy.password} secret />
        </div>
      </div>
      <GeneratedProxies proxy={proxy} protocol={settings.protocol} />
    </>
  );
}
