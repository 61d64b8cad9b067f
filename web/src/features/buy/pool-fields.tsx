import { Form, Select } from 'antd';
import type { PlaceLists } from '@/api/use-places';
import { ErrorState } from '@/components/feedback/error-state';
import { PlaceSelect } from '@/components/places/place-select';
import type { ProxyLocation } from '@/lib/proxy-location';
import { PROTOCOLS, SESSION_TYPES, type Option, type SessionTtl } from '@/lib/proxy-options';
import styles from './order-form.module.css';

interface LocationFieldsProps {
  places: PlaceLists;
  /** Choices that are not on sale. */
  unknown: readonly (keyof ProxyLocation)[];
}

export function LocationFields({ places, unknown }: LocationFieldsProps) {
  const { offers, loading, error } = places;
  if (error) return <ErrorState title={error} onRetry={places.retry} />;
  const check = (name: keyof ProxyLocation) =>
    unknown.includes(name)
      ? { validateStatus: 'error' as const, help: 'Not available any more. Please select another.' }
      : {};
  return (
    <div className={styles.fields}>
      <Form.Item
        name="country"
        label="Country"
        rules={[{ required: true, message: 'Please select a country' }]}
        {...check('country')}
      >
        <PlaceSelect options={places.countries} loading={places.countriesLoading} flags />
      </Form.Item>
      {offers.regions && (
        <Form.Item name="region" label="Region" {...check('region')}>
          <PlaceSelect options={places.regions} loading={loading} />
        </Form.Item>
      )}
      {offers.cities && (
        <Form.Item name="city" label="City" {...check('city')}>
          <PlaceSelect options={places.cities} loading={loading} />
        </Form.Item>
      )}
      {offers.isps && (
        <Form.Item name="isp" label="ISP" {...check('isp')}>
          <PlaceSelect options={places.isps} loading={loading} />
        </Form.Item>
      )}
    </div>
  );
}

export function ConnectionFields() {
  return (
    <div className={`${styles.fields} ${styles.wide}`}>
      <Form.Item
        name="ttl_minutes"
        label="Session Type"
        rules={[{ required: true, message: 'Please select a session type' }]}
      >
        <Select size="large" options={SESSION_TYPES as Option<SessionTtl>[]} />
      </Form.Item>
      <Form.Item
        name="protocol"
        label="Protocol Type"
        rules={[{ required: true, message: 'Please select a protocol' }]}
      >
        <Select size="large" options={PROTOCOLS as Option[]} />
      </Form.Item>
    </div>
  );
}
