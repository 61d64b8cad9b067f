import { Flex, Select, type SelectProps } from 'antd';
import { useMemo } from 'react';
import { Flag } from '@/components/format/country';
import { countryName } from '@/lib/country';
import { toPlainText } from '@/lib/plain-text';

interface Option {
  value: string;
  label: string;
}

const toOption = (code: string): Option => ({ value: code, label: countryName(code) });

const matches = (input: string, option?: Option): boolean => {
  const wanted = toPlainText(input).toLowerCase();
  return (
    option !== undefined && (option.label.toLowerCase().includes(wanted) || option.value === wanted)
  );
};

interface CommonProps {
  id?: string;
  /** Its accessible name, where no form item gives one. */
  label?: string;
  codes: readonly string[];
  placeholder?: string;
}

const render = ({ value }: { value?: string | number | null }, label: string) => (
  <Flex gap={8} align="center">
    <Flag code={String(value)} />
    {label}
  </Flex>
);

/** One country, or any; searchable by name and code. */
export function CountrySelect({
  codes,
  label,
  value,
  onChange,
  ...field
}: CommonProps & { value?: string; onChange?: (code: string | undefined) => void }) {
  const options = useMemo(() => codes.map(toOption), [codes]);
  return (
    <Select<string | undefined, Option>
      {...field}
      aria-label={label}
      allowClear
      showSearch={{ filterOption: matches }}
      value={value}
      onChange={onChange}
      options={options}
      optionRender={({ data }) => render(data, data.label)}
    />
  );
}

/** Several countries. */
export function CountriesSelect({
  codes,
  label,
  value,
  onChange,
  ...field
}: CommonProps &
  Pick<SelectProps, 'loading' | 'maxCount' | 'maxTagCount'> & {
    value?: string[];
    onChange?: (codes: string[]) => void;
  }) {
  const options = useMemo(() => codes.map(toOption), [codes]);
  return (
    <Select<string[], Option>
      {...field}
      aria-label={label}
      mode="multiple"
      allowClear
      showSearch={{ filterOption: matches }}
      value={value}
      onChange={onChange}
      options={options}
      optionRender={({ data }) => render(data, data.label)}
    />
  );
}
