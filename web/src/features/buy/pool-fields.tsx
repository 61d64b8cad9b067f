import { Form, Select } from 'antd';
import type { PlaceLists } from '@/api/use-places';
import { PlaceSelect } from '@/components/places/place-select';
import { PROTOCOLS, SESSION_TYPES, type Option, type SessionTtl } from '@/lib/proxy-options';
import styles from './order-form.module.css';

export function LocationFields({ places }: { places: PlaceLists }) {
  const { offers, loading } = places;
  return (
    <div className={styles.fields}>
      <Form.Item
        name="country"
        label="Country"
        rules={[{ required: true, message: 'Please select a country' }]}
      >
        <PlaceSelect options={places.countries} loading={places.countriesLoading} flags />
      </Form.Item>
      {offers.regions && (
        <Form.Item name="region" label="Region">
          <PlaceSelect options={places.regions} loading={loading} />
        </Form.Item>
      )}
      {offers.cities && (
        <Form.Item name="city" label="City">
          <PlaceSelect options={places.cities} loading={loading} />
        </Form.Item>
      )}
      {offers.isps && (
        <Form.Item name="isp" label="ISP">
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
