import { useState } from 'react';
import { usePoolPricing } from '@/api/generated/catalog';
import { asList } from '@/lib/list';
import { getConnectionType, isDatacenter, type Proxy } from '../proxy';
import {
  PERIOD_OPTIONS,
  toPackageOptions,
  type ExtensionKind,
  type PackageOption,
} from './extension';

/**
 * The packages or periods that a proxy can be extended with, and the chosen one.
 * @param initial value of the option to begin with, when it is on sale; else the first.
 */
export function usePackages(proxy: Proxy, kind: ExtensionKind, initial: number | null = null) {
  const isPool = !isDatacenter(proxy);
  const pricing = usePoolPricing(
    { connection_type: getConnectionType(proxy) },
    { query: { enabled: isPool, meta: { quiet: true } } },
  );
  const [value, setValue] = useState(initial);
  const options: readonly PackageOption[] = isPool
    ? toPackageOptions(asList(pricing.data?.data.priceList), kind)
    : PERIOD_OPTIONS;
  return {
    options,
    selected: options.find((option) => option.value === value) ?? options[0],
    select: setValue,
    isLoading: isPool && pricing.isLoading,
    isError: isPool && pricing.isError,
    refetch: () => void pricing.refetch(),
  };
}
