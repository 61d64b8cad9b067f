import type { ProxyTestErrorResponse } from './proxyTestErrorResponse';

/**
 * Null when the proxy works.
 * @nullable
 */
export type ProxyTestDataError = ProxyTestErrorResponse | null;
