import { isDatacenter, getConnectionType, type Proxy } from '../proxy';
import type { PackageOption } from '../renewal/extension';

/** Kinds of proxies that are renewed by packages of their own. */
export const RENEWAL_KINDS = ['datacenter', 'residential', 'mobile'] as const;
export type RenewalKind = (typeof RENEWAL_KINDS)[number];

export const getRenewalKind = (proxy: Proxy): RenewalKind =>
  isDatacenter(proxy) ? 'datacenter' : getConnectionType(proxy);

export type RowState =
  | { readonly step: 'pricing' }
  /** Whole naira. */
  | { readonly step: 'priced'; readonly total: number }
  | { readonly step: 'refused'; readonly reason: string }
  | { readonly step: 'renewing'; readonly total: number }
  | { readonly step: 'renewed' }
  | { readonly step: 'failed'; readonly total: number; readonly reason: string };

/** What the next press of the button renews: what is priced, and what failed before. */
export const isPayable = (state: RowState | undefined): state is RowState & { total: number } =>
  state?.step === 'priced' || state?.step === 'failed';

export function splitRenewable(proxies: readonly Proxy[]): {
  renewable: readonly Proxy[];
  others: readonly Proxy[];
} {
  return {
    renewable: proxies.filter(({ can_renew }) => can_renew),
    others: proxies.filter(({ can_renew }) => !can_renew),
  };
}

export const whyNot = (proxy: Proxy): string => {
  if (!proxy.is_expired) return 'It is suspended.';
  return isDatacenter(proxy)
    ? 'It has expired, and its address is on sale again.'
    : 'It expired too long ago.';
};

export type Choices = Partial<Record<RenewalKind, PackageOption>>;
