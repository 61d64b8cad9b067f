import { Form } from 'antd';
import { useId } from 'react';
import type { PlaceLists } from '@/api/use-places';
import { ErrorState } from '@/components/feedback/error-state';
import { PlaceSelect } from '@/components/places/place-select';
import { isRandom } from '@/lib/country';
import type { ProxyLocation } from '@/lib/proxy-location';
import type { Option } from '@/lib/proxy-options';
import styles from './dialog.module.css';

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
