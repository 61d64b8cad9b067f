/** What passed through a network's gateway in both directions, and what it cost. */
export interface CarriedTraffic {
  readonly bytes: number;
  /** Millionths of a US dollar. */
  readonly costMicros: bigint;
}

export interface NetworkUsage {
  readonly networkId: number;
  /** Days and months are those of Lagos. */
  readonly today: CarriedTraffic;
  readonly month: CarriedTraffic;
  /** Connections that were asked for in the last 24 hours. */
  readonly asked: number;
  /** Those of them that failed, by reason, the most first. */
  readonly failures: readonly { readonly reason: string; readonly count: number }[];
  /** Of the account that the network belongs to; null when it is not known. */
  readonly balanceMicros: bigint | null;
  /** Paid traffic that is left there, in gigabytes of the provider. */
  readonly leftGb: number | null;
}

/** An account that one network uses. */
export interface ComparableAccount {
  readonly providerId: number;
  readonly networkId: number;
  /** What the provider counts as a gigabyte. */
  readonly bytesPerGb: number;
}

export const USAGE_SOURCES = ['api', 'staff'] as const;
export type UsageSource = (typeof USAGE_SOURCES)[number];

/** What a provider counted on a day of UTC, and what the gateways did. */
export interface ComparedDay {
  /** 2026-11-24. */
  readonly day: string;
  readonly ownBytes: number;
  readonly providerBytes: number;
  readonly source: UsageSource;
  readonly recordedAt: Date;
  /** Whether they differ by more than 3 %, and by more than 10 MB. */
  readonly isOff: boolean;
}
