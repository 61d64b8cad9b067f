import type { ProbeResult } from './probe.types';

export class ProbeData {
  /** Whether the echo address answered through it. */
  ok: boolean;
  /** The address that the echo saw; null without an answer. */
  exit_ip: string | null;
  /** Lower case; by the bundled table of addresses, else what the echo states; null when neither knows. */
  country_found: string | null;
  /** Milliseconds to dial and fetch; null without an answer. */
  latency_ms: number | null;
  /** What went wrong, without secrets; null when nothing did. */
  error: string | null;
}

export const toProbe = (result: ProbeResult): ProbeData => ({
  ok: result.ok,
  exit_ip: result.exitIp,
  country_found: result.countryFound,
  latency_ms: result.latencyMs,
  error: result.error,
});
