import { Select } from 'antd';
import { useMemo } from 'react';
import { countryName } from '@/lib/country';
import { countryCodes } from '@/lib/country-codes';
import type { Override } from './prices';

const GROUP = 'group:';

interface PlaceFieldProps {
  label: string;
  place: Override;
  groups: readonly string[];
  onChange: (place: Pick<Override, 'country' | 'group'>) => void;
}

/** A country or a group of countries. */
export function PlaceField({ label, place, groups, onChange }: PlaceFieldProps) {
  const options = useMemo(
    () => [
      ...groups.map((name) => ({ value: GROUP + name, label: `${name} (group)` })),
      ...countryCodes().map((code) => ({ value: code, label: countryName(code) })),
    ],
    [groups],
  );
  const value = place.country ?? (place.group === undefined ? undefined : GROUP + place.group);
  return (
    <Select
      aria-label={label}
      style={{ width: '100%' }}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="Country or group"
      status={value === undefined ? 'error' : undefined}
      value={value}
      options={options}
      onChange={(chosen: string) =>
        onChange(
          chosen.startsWith(GROUP)
            ? { country: undefined, group: chosen.slice(GROUP.length) }
            : { country: chosen, group: undefined },
        )
      }
    />
  );
}
