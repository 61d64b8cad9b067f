import { useState, useId } from 'react';
import { usePoolPricing } from '@/api/generated/catalog';
import { asList } from '@/lib/list';
import { getConnectionType, isDatacenter, type Proxy } from '@/features/proxies/proxy';
import {
  getBoughtSize,
  PERIOD_OPTIONS,
  toPackageOptions,
  type ExtensionKind,
  type PackageOption,
} from './extension';
import { Alert, Button, Form, Select } from 'antd';

/**
 * The packages or periods that a proxy can be extended with, and the chosen one.
 * Begins with `size` or what was bought, or the largest package below it.
 */
export function usePackages(proxy: Proxy, kind: ExtensionKind, size?: number | null) {
  const isPool = !isDatacenter(proxy);
  const pricing = usePoolPricing(
    { connection_type: getConnectionType(proxy) },
    { query: { enabled: isPool, meta: { quiet: true } } },
  );
  const [value, setValue] = useState<number | null>(() => size ?? getBoughtSize(proxy));
  const options: readonly PackageOption[] = isPool
    ? toPackageOptions(asList(pricing.data?.data.priceList), kind)
    : PERIOD_OPTIONS;
  return {
    options,
    selected: options.findLast((option) => option.value <= (value ?? 0)) ?? options[0],
    select: setValue,
    isLoading: isPool && pricing.isLoading,
    isError: isPool && pricing.isError,
    refetch: () => void pricing.refetch(),
  };
}

type PackageFieldProps = Pick<
  ReturnType<typeof usePackages>,
  'options' | 'selected' | 'isLoading' | 'isError' | 'refetch'
> & { select: (value: number | null) => void; isDisabled: boolean };

const getLabel = (option: PackageOption | undefined): string =>
  option && 'duration_minutes' in option.choice ? 'Period' : 'Traffic package';

export function PackageField({
  options,
  selected,
  select,
  isDisabled,
  ...state
}: PackageFieldProps) {
  const id = useId();
  if (state.isError)
    return (
      <Alert
        type="error"
        title="Prices could not be loaded"
        action={
          <Button size="small" onClick={state.refetch}>
            Try Again
          </Button>
        }
      />
    );
  return (
    <Form.Item label={getLabel(selected)} htmlFor={id} layout="vertical">
      <Select
        id={id}
        options={options.map(({ value, label }) => ({ value, label }))}
        value={selected?.value}
        onChange={select}
        loading={state.isLoading}
        disabled={isDisabled || state.isLoading}
      />
    </Form.Item>
  );
}
