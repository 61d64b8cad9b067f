import { Button, Flex } from 'antd';
import { usePlaces } from '@/api/use-places';
import { PROTOCOLS, SESSION_TYPES } from '@/lib/proxy-options';
import { ConnectionFields } from './connection-fields';
import styles from './dialog.module.css';
import { GeneratedProxies } from './generated-proxies';
import { PlaceOffer, usePlaceQuote } from './place-offer';
import { PoolLocation } from './pool-location';
import { getConnectionType, type Proxy } from './proxy';
import { RadioField } from './radio-field';
import { usePoolSettings } from './use-pool-settings';

export function PoolConfiguration({ proxy }: { proxy: Proxy }) {
  const { settings, change, save, isSaving } = usePoolSettings(proxy);
  const places = usePlaces(getConnectionType(proxy), settings);
  const quote = usePlaceQuote(proxy, settings);
  const idleLabel = places.loading ? 'Loading' : 'Save';
  return (
    <>
      <div className={styles.section}>
        <h2>Location</h2>
        <Flex vertical gap="middle">
          <PoolLocation places={places} value={settings} onChange={change} />
          <PlaceOffer proxy={proxy} place={settings} quote={quote} />
        </Flex>
      </div>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioField
          label="Session type"
          options={SESSION_TYPES}
          value={settings.ttl_minutes}
          onChange={(ttl_minutes) => change({ ttl_minutes })}
        />
        <RadioField
          label="Protocol"
          options={PROTOCOLS}
          value={settings.protocol}
          onChange={(protocol) => change({ protocol })}
        />
        <Button
          type="primary"
          disabled={
            isSaving || places.loading || places.error !== null || (quote?.difference ?? 0) > 0
          }
          onClick={save}
        >
          {isSaving ? 'Saving' : idleLabel}
        </Button>
      </div>
      <div className={styles.section}>
        <h2>Connection details</h2>
        <ConnectionFields proxy={proxy} />
      </div>
      <GeneratedProxies proxy={proxy} protocol={settings.protocol} />
    </>
  );
}
