import { Form, Radio, Button, Flex, Input } from 'antd';
import { useId, useState } from 'react';
import {
  type Option,
  SESSION_TYPES,
  type Protocol,
  type SessionTtl,
  PROTOCOLS,
} from '@/lib/proxy-options';
import styles from './dialog.module.css';
import { CopyField } from '@/components/form/copy-field';
import { NumberInput } from '@/components/form/number-input';
import { CopyButton } from '@/components/ui/copy-button';
import { clamp } from '@/lib/number';
import {
  formatConnection,
  generateConnections,
  getSessionId,
  OUTPUT_FORMATS,
  toEndpoint,
  type OutputFormat,
} from './connection';
import { type Proxy, getConnectionType, UPDATE_ERROR_MESSAGES, isDatacenter } from './proxy';
import { type PlaceLists, usePlaces } from '@/api/use-places';
import { ErrorState } from '@/components/feedback/error-state';
import { PlaceSelect } from '@/components/places/place-select';
import { isRandom } from '@/lib/country';
import { type ProxyLocation, resetDependentFields, toPlaceBody } from '@/lib/proxy-location';
import { useUpdateResidentialMobile, useUpdateDatacenter } from '@/api/generated/proxies';
import { notify } from '@/components/feedback/notify';
import { toLocation } from './to-location';
import { ConnectionFields } from './connection-fields';
import { PlaceOffer, usePlaceQuote } from './place-offer';
import { Money } from '@/components/format/money';
import { formatDateTime } from '@/lib/date';
import { ProxyFacts, ProxyPageLink } from './proxy-facts';
import { Dialog } from '@/components/ui/dialog';
import { proxyTypeName } from '@/lib/text';

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
      {hasCountry && offers.regions && (
        <PlaceField
          label="Region"
          value={value.region}
          options={places.regions}
          loading={loading}
          onChange={(region) => onChange({ region })}
        />
      )}
      {hasCountry && offers.cities && (
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

const toSessionTtl = (minutes: number | undefined): SessionTtl =>
  SESSION_TYPES.find(({ value }) => value === minutes)?.value ?? 0;

const toSettings = (proxy: Proxy): PoolSettings => ({
  ...toLocation(proxy),
  ttl_minutes: toSessionTtl(proxy.pool_data?.ttl_minutes),
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

export function DatacenterConfiguration({ proxy }: { proxy: Proxy }) {
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
