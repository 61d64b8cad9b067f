import { Form } from 'antd';
import { useId } from 'react';
import { usePlaces } from '@/api/use-places';
import { ErrorState } from '@/components/feedback/error-state';
import { PlaceSelect } from '@/components/places/place-select';
import { isRandom } from '@/lib/country';
import type { ProxyLocation } from '@/lib/proxy-location';
import { getConnectionType, type Proxy } from '../proxy';

interface BuilderPlacesProps {
  proxy: Proxy;
  value: ProxyLocation;
  onChange: (changed: Partial<ProxyLocation>) => void;
}

/** Selects for the parts of the place that the proxy was bought for any of. */
export function BuilderPlaces({ proxy, value, onChange }: BuilderPlacesProps) {
  const id = useId();
  const places = usePlaces(getConnectionType(proxy), value);
  const hasCountry = !isRandom(value.country);
  const pool = proxy.pool_data;
  // Most countries offer all: what follows then keeps its place when the countries have been loaded.
  const isOffered = (has: boolean) => hasCountry && (places.countriesLoading || has);
  if (places.error) return <ErrorState title={places.error} onRetry={places.retry} />;
  const fields = [
    {
      ...{ name: 'country' as const, label: 'Country', options: places.countries, flags: true },
      isOpen: isRandom(proxy.location),
    },
    {
      ...{ name: 'region' as const, label: 'Region', options: places.regions, flags: false },
      isOpen: isOffered(places.offers.regions) && !pool?.region && !pool?.city,
    },
    {
      ...{ name: 'city' as const, label: 'City', options: places.cities, flags: false },
      isOpen: isOffered(places.offers.cities) && !pool?.city,
    },
    {
      ...{ name: 'isp' as const, label: 'ISP', options: places.isps, flags: false },
      isOpen: isOffered(places.offers.isps) && !pool?.isp,
    },
  ];
  return fields
    .filter(({ isOpen }) => isOpen)
    .map(({ name, label, options, flags }) => (
      <Form.Item key={name} label={label} htmlFor={`${id}-${name}`}>
        <PlaceSelect
          id={`${id}-${name}`}
          value={value[name]}
          options={options}
          loading={name === 'country' ? places.countriesLoading : places.loading}
          flags={flags}
          size="middle"
          onChange={(code) => onChange({ [name]: code })}
        />
      </Form.Item>
    ));
}
