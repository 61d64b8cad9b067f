import { useState } from 'react';
import { usePoolPricing } from '@/api/generated/catalog';
import { asList } from '@/lib/list';
import type { Proxy } from '../proxy';
import { PERIOD_OPTIONS, toPackageOptions, type PackageOption } from '../renewal/extension';
import { getRenewalKind, RENEWAL_KINDS, type Choices, type RenewalKind } from './bulk-renewal';

/** The packages or periods of each kind among the proxies, and the chosen ones. */
export function useRenewalChoices(proxies: readonly Proxy[]) {
  const [values, setValues] = useState<Partial<Record<RenewalKind, number>>>({});
  const countOf = (kind: RenewalKind) =>
    proxies.filter((proxy) => getRenewalKind(proxy) === kind).length;
  const query = (kind: 'residential' | 'mobile') => ({
    query: { enabled: countOf(kind) > 0, meta: { quiet: true } },
  });
  const residential = usePoolPricing({ connection_type: 'residential' }, query('residential'));
  const mobile = usePoolPricing({ connection_type: 'mobile' }, query('mobile'));
  const pools = { residential, mobile };

  const optionsOf = (kind: RenewalKind): readonly PackageOption[] =>
    kind === 'datacenter'
      ? PERIOD_OPTIONS
      : toPackageOptions(asList(pools[kind].data?.data.priceList), 'renewal');
  const kinds = RENEWAL_KINDS.filter((kind) => countOf(kind) > 0).map((kind) => {
    const options = optionsOf(kind);
    const pool = kind === 'datacenter' ? null : pools[kind];
    return {
      kind,
      count: countOf(kind),
      options,
      selected: options.find(({ value }) => value === values[kind]) ?? options[0],
      select: (value: number | null) =>
        setValues((all) => ({ ...all, [kind]: value ?? undefined })),
      isLoading: pool?.isLoading ?? false,
      isError: pool?.isError ?? false,
      refetch: () => void pool?.refetch(),
    };
  });
  const choices: Choices = Object.fromEntries(kinds.map(({ kind, selected }) => [kind, selected]));
  return { kinds, choices };
}
