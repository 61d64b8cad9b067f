// Apart from the configuration itself, which every visitor of the public pages loads.
import { proxyTypeName } from '@/lib/text';
import type { TopupChannel } from './generated/api.schemas';
import { useSiteConfig, type SiteConfig } from './site-config';

/** Whether the SOCKS5 port relays UDP for proxies of this type. */
export function useHasUdp(type: string): boolean {
  // A page of an earlier version may have cached a configuration without it.
  const { udp } = (useSiteConfig() ?? {}) as Partial<SiteConfig>;
  return udp?.[proxyTypeName(type).toLowerCase() as keyof SiteConfig['udp']] ?? false;
}

const NO_CHANNELS: readonly TopupChannel[] = [];

/** Ways to pay a top-up that the shop chose; none leaves the choice to the checkout. */
export const useTopUpChannels = (): readonly TopupChannel[] =>
  // A page of an earlier version may have cached a configuration without it.
  ((useSiteConfig() as Partial<SiteConfig> | null)?.topup_channels as TopupChannel[] | undefined) ??
  NO_CHANNELS;
