import { Form, Radio, Button, Flex } from 'antd';
import { useId, useState } from 'react';
import {
  type Option,
  SESSION_TYPES,
  type Protocol,
  type SessionTtl,
  PROTOCOLS,
} from '@/lib/proxy-options';
import styles from './dialog.module.css';
import { type Proxy, getConnectionType, UPDATE_ERROR_MESSAGES } from './proxy';
import { type PlaceLists, usePlaces } from '@/api/use-places';
import { ErrorState } from '@/components/feedback/error-state';
import { PlaceSelect } from '@/components/places/place-select';
import { isRandom } from '@/lib/country';
import { type ProxyLocation, resetDependentFields, toPlaceBody } from '@/lib/proxy-location';
import { useUpdateResidentialMobile, useUpdateDatacenter } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { toLocation } from './to-location';
import { PlaceOffer, usePlaceQuote } from './place-offer';

interface RadioFieldProps<V extends string | number> {
  label: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
}

/** Ant Design's radio group with a label that also names the group. */
export function RadioField<V extends string | number>({
  label,
  options,
  value,
  onChange,
}: RadioFieldProps<V>) {
  const id = useId();
  return (
    <Form.Item label={<span id={id}>{label}</span>} className={styles.radios}>
      <Radio.Group
        aria-labelledby={id}
        options={[...options]}
        value={value}
        onChange={(event) => onChange(event.target.value as V)}
      />
    </Form.Item>
  );
}

interface PoolLocationProps {
  places: PlaceLists;
  value: ProxyLocation;
  onChange: (changed: Partial<ProxyLocation>) => void;
}

interface PlaceFieldProps {
  label: string;
  value: string;
  options: readonly Option[];
  loading: boolean;
  flags?: boolean;
  onChange: (code: string) => void;
}

function PlaceField({ label, ...select }: PlaceFieldProps) {
  const id = useId();
  return (
    <Form.Item label={label} htmlFor={id}>
      <PlaceSelect id={id} {...select} />
    </Form.Item>
  );
}

export function PoolLocation({ places, value, onChange }: PoolLocationProps) {
  const { offers, loading } = places;
  const hasCountry = !isRandom(value.country);
  // Most countries have all: what follows then keeps its place when the countries have been loaded.
  const isOffered = (has: boolean) => hasCountry && (places.countriesLoading || has);
  if (places.error) return <ErrorState title={places.error} onRetry={places.retry} />;
  return (
    <div className={styles.grid}>
      <PlaceField
        label="Country"
        value={value.country}
        options={places.countries}
        loading={places.countriesLoading}
        flags
        onChange={(country) => onChange({ country })}
      />
      {isOffered(offers.regions) && (
        <PlaceField
          label="Region"
          value={value.region}
          options={places.regions}
          loading={loading}
          onChange={(region) => onChange({ region })}
        />
      )}
      {isOffered(offers.cities) && (
        <PlaceField
          label="City"
          value={value.city}
          options={places.cities}
          loading={loading}
          onChange={(city) => onChange({ city })}
        />
      )}
      <PlaceField
        label="ISP"
        value={value.isp}
        options={places.isps}
        loading={loading}
        onChange={(isp) => onChange({ isp })}
      />
    </div>
  );
}

export interface PoolSettings extends ProxyLocation {
  ttl_minutes: SessionTtl;
  protocol: Protocol;
}

/** With the proxy's own duration, which the API may have set to any number of minutes. */
const listSessionTypes = (minutes = 0): readonly Option<SessionTtl>[] =>
  SESSION_TYPES.some(({ value }) => value === minutes)
    ? SESSION_TYPES
    : [...SESSION_TYPES, { value: minutes, label: `${minutes} minutes` }];

const toSettings = (proxy: Proxy): PoolSettings => ({
  ...toLocation(proxy),
  ttl_minutes: proxy.pool_data?.ttl_minutes ?? 0,
  protocol: proxy.protocol,
});

export function usePoolSettings(proxy: Proxy) {
  const [settings, setSettings] = useState(() => toSettings(proxy));
  const update = useUpdateResidentialMobile({
    mutation: {
      meta: UPDATE_ERROR_MESSAGES,
      onSuccess: () =>
        notify.success('Residential/Mobile proxy configuration updated successfully!'),
    },
  });

  const save = (): void =>
    update.mutate({
      data: {
        proxy_id: proxy.proxy_api_id,
        protocol: settings.protocol,
        ...toPlaceBody(settings),
        ttl_minutes: settings.ttl_minutes,
        connection_type: getConnectionType(proxy),
      },
    });

  return {
    settings,
    change: (changed: Partial<PoolSettings>) =>
      setSettings((current) => ({ ...current, ...changed, ...resetDependentFields(changed) })),
    save,
    isSaving: update.isPending,
  };
}

/** Place, session and protocol of a residential or mobile proxy, with the button that saves them. */
export function PoolSettingsForm({
  proxy,
  form: { settings, change, save, isSaving },
}: {
  proxy: Proxy;
  form: ReturnType<typeof usePoolSettings>;
}) {
  const places = usePlaces(getConnectionType(proxy), settings);
  const quote = usePlaceQuote(proxy, settings);
  const idleLabel = places.loading ? 'Loading' : 'Save';
  return (
    <>
      <Flex vertical gap="middle" className={styles.message}>
        <PoolLocation places={places} value={settings} onChange={change} />
        <PlaceOffer proxy={proxy} place={settings} quote={quote} />
      </Flex>
      <div className={`${styles.section} ${styles.stack}`}>
        <RadioField
          label="Session type"
          options={listSessionTypes(proxy.pool_data?.ttl_minutes)}
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
    </>
  );
}

export function useDatacenterSettings(proxy: Proxy) {
  const [protocol, setProtocol] = useState<Protocol>(proxy.protocol);
  const update = useUpdateDatacenter({
    mutation: {
      meta: UPDATE_ERROR_MESSAGES,
      onSuccess: () => notify.success('Datacenter proxy configuration updated successfully!'),
    },
  });
  return {
    protocol,
    setProtocol,
    save: () => update.mutate({ data: { protocol, proxy_id: proxy.proxy_api_id } }),
    isSaving: update.isPending,
  };
}

export function DatacenterSettingsForm({
  form: { protocol, setProtocol, save, isSaving },
}: {
  form: ReturnType<typeof useDatacenterSettings>;
}) {
  return (
    <div className={styles.stack}>
      <RadioField label="Protocol" options={PROTOCOLS} value={protocol} onChange={setProtocol} />
      <Button type="primary" disabled={isSaving} onClick={save}>
        {isSaving ? 'Saving' : 'Save'}
      </Button>
    </div>
  );
}
