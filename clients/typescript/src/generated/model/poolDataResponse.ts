
export interface PoolDataResponse {
  /** @nullable */
  city: string | null;
  /** Country code, or `zz` for any. */
  country: string;
  /** @nullable */
  isp: string | null;
  /** Bought traffic in MB of 2^20 bytes; 1024 per GB. */
  limit_mb: number;
  /** @nullable */
  region: string | null;
  /** Name of the sticky session. */
  session_id: string;
  /** 0 as long as possible, -1 a new address for every request, else minutes. */
  ttl_minutes: number;
  /** Used traffic in MB of 2^20 bytes, six decimals. */
  used_mb: number;
}
