import type { BatchKey, BatchStore } from '../batch-flusher';

/** What one batch adds for the connections of one proxy through one network. */
export interface NetworkDelta {
  networkId: number;
  /** 0: the shop's own, such as probes. */
  proxyId: number;
  /** `zz` is any. */
  country: string;
  /** A region, city or ISP was asked for, which some providers charge more for. */
  isPrecise: boolean;
  /** Bytes to the provider's gateway, its handshake included. */
  up: number;
  down: number;
  /** Connections that it was asked for, refused ones included. */
  requests: number;
}

export interface NetworkFailures {
  networkId: number;
  reason: string;
  count: number;
}

export interface NetworkCounts {
  deltas: NetworkDelta[];
  failures: NetworkFailures[];
}

export type NetworkBatch = BatchKey & NetworkCounts;

/** What the networks of providers carried: PostgreSQL, or memory in a test. */
export abstract class NetworkUsageStore implements BatchStore<NetworkCounts> {
  /** Adds a batch unless it was added before. Networks that no longer exist are left out. */
  abstract settle(batch: NetworkBatch): Promise<void>;
  /** Rejects when nothing could be saved for want of a table, a column or a right. */
  check(): Promise<void> {
    return Promise.resolve();
  }
}
