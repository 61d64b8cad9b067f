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

/** One flush; (gatewayId, seq) is its idempotency key, and its numbers only grow. */
export interface NetworkBatch {
  /** The process that counted it, as long as it runs. */
  gatewayId: string;
  seq: number;
  /** Determines the day and the hour that it is booked to. */
  at: Date;
  deltas: NetworkDelta[];
  failures: NetworkFailures[];
}

/** What the networks of providers carried: PostgreSQL, or memory in a test. */
export abstract class NetworkUsageStore {
  /** Adds a batch unless it was added before. Networks that no longer exist are left out. */
  abstract settle(batch: NetworkBatch): Promise<void>;
  /** Rejects when nothing could be saved for want of a table, a column or a right. */
  check(): Promise<void> {
    return Promise.resolve();
  }
}
