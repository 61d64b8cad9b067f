import { useId } from 'react';
import type { PlaceLists } from '@/api/use-places';
import { PlaceSelect } from '@/components/places/place-select';
import { isRandom } from '@/lib/country';
import type { PlaceFields } from '@/lib/place-choice';
import type { Option } from '@/lib/proxy-options';
import styles from './pool-location.module.css';

interface PoolLocationProps {
  places: PlaceLists;
  value: PlaceFields;
  onChange: (changed: Partial<PlaceFields>) => void;
}

interface FieldProps {
  label: string;
  value: string;
  options: readonly Option[];
  loading: boolean;
  flags?: boolean;
  onChange: (code: string) => void;
}

function Field({ label, ...select }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <PlaceSelect id={id} {...select} />
    </div>
  );
}

export function PoolLocation({ places, value, onChange }: PoolLocationProps) {
  const { offers, loading } = places;
  const chosen = !isRandom(value.country);
  return (
    <div className={styles.grid}>
      <Field
        label="Country"
        value={value.country}
        options={places.countries}
        loading={places.countriesLoading}
        flags
        onChange={(country) => onChange({ country })}
      />
      {chosen && offers.regions && (
        <Field
          label="Region"
          value={value.region}
          options={places.regions}
          loading={loading}
          onChange={(region) => onChange({ region })}
        />
      )}
      {chosen && offers.cities && (
        <Field
          label="City"
          value={value.city}
          options={places.cities}
          loading={loading}
          onChange={(city) => onChange({ city })}
        />
      )}
      <Field
        label="ISP"
        value={value.isp}
        options={places.isps}
        loading={loading}
        onChange={(isp) => onChange({ isp })}
      />
    </div>
  );
}
