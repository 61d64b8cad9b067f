import type { ProxyErrorReason } from '../../common/gateway/proxy-errors';

/** What a test finds beside the refusals of the gateway. */
export const TEST_ERRORS = ['GATEWAY_UNREACHABLE', 'NO_ANSWER', 'UNEXPECTED_ANSWER'] as const;
export type TestErrorCode = ProxyErrorReason | (typeof TEST_ERRORS)[number];

/** Which connection of a proxy to test; null is as the proxy was bought. */
export interface ProxyTestRequest {
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
  readonly isp: string | null;
  readonly session: string | null;
}

export interface ProxyTestError {
  readonly code: TestErrorCode;
  readonly cause: string;
  readonly howToFix: string;
}

export interface ProxyTestResult {
  readonly ok: boolean;
  readonly exitIp: string | null;
  /** Code of the country that was bought or asked for; `zz` is any. */
  readonly countrySold: string;
  /** What the address is registered for; null when that is not known. */
  readonly countryFound: string | null;
  /** From dialling the gateway to the whole answer; null without an answer. */
  readonly latencyMs: number | null;
  readonly error: ProxyTestError | null;
}
