import type { UpstreamProtocol } from '../../common/dialects/dialect.types';
import type { PlaceTable } from '../../common/dialects/place-table';
import type { NetworkTargeting } from '../../common/dialects/upstream-network';

/** Kinds that are sold by traffic, which is what providers sell through a gateway. */
export const NETWORK_KINDS = ['residential', 'mobile'] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];

export const UPSTREAM_PROTOCOLS = ['http', 'https', 'socks5'] as const satisfies UpstreamProtocol[];

/** What a provider counts as a gigabyte. */
export const GIGABYTE_SIZES = [1_000_000_000, 1_073_741_824] as const;

/** Staff's description of a network. */
export interface NetworkSettings {
  readonly name: string;
  readonly dialect: string;
  readonly kind: NetworkKind;
  readonly protocol: UpstreamProtocol;
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly usernameTemplate: string | null;
  readonly passwordTemplate: string | null;
  /** ISO codes in lower case; null is every country. */
  readonly countries: readonly string[] | null;
  readonly targeting: NetworkTargeting;
  /** Millionths of a US dollar. */
  readonly costUsdMicros: bigint;
  readonly bytesPerGb: number;
  /** Percent of the cost that traffic with a region, city or ISP costs; null is 100. */
  readonly preciseCostPercent: number | null;
  /** Gigabytes of the provider a day of Lagos. */
  readonly dailyBudgetGb: number | null;
  readonly monthlyBudgetGb: number | null;
  /** Connections at once, over all gateways. */
  readonly concurrencyLimit: number | null;
  /** Millionths of a US dollar. */
  readonly minimumBalanceUsdMicros: bigint | null;
  /** The account of the provider's API that it belongs to; null: the only one of its provider, if there is one. */
  readonly providerId: number | null;
  readonly weight: number;
  readonly enabled: boolean;
  readonly note: string | null;
}

/** What the credentials of a connection depend on. */
export type RenderedSettings = Pick<
  NetworkSettings,
  'dialect' | 'username' | 'usernameTemplate' | 'passwordTemplate' | 'countries' | 'targeting'
> & { readonly places?: PlaceTable };

export interface ListedNetwork extends NetworkSettings {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface PreviewRequest {
  readonly country?: string;
  readonly region?: string;
  readonly city?: string;
  readonly isp?: string;
  readonly session?: string;
  readonly ttlMinutes?: number;
}

export interface NetworkPreview {
  readonly username: string;
  /** With bullets instead of the account's password. */
  readonly passwordMasked: string;
}
