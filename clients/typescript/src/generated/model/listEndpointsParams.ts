import type { ListFormat } from './listFormat';
import type { Protocol } from './protocol';
import type { ListSession } from './listSession';
import type { LineStyle } from './lineStyle';

export type ListEndpointsParams = {
/**
 * City code, where the proxy was bought for any city.
 * @nullable
 */
city?: string | null;
/**
 * Number of connections, each with a session of its own.
 * @minimum 1
 * @maximum 1000
 */
count?: number;
/**
 * Country code, where the proxy was bought for any country.
 * @nullable
 * @pattern ^[a-z]{2}$
 */
country?: string | null;
/**
 * `json` when left out, and `txt` for a shared address.
 */
format?: ListFormat;
/**
 * Provider code, where the proxy was bought for any provider.
 * @nullable
 */
isp?: string | null;
/**
 * That of the proxy when left out.
 */
protocol?: Protocol;
/**
 * Region code, where the proxy was bought for any region.
 * @nullable
 */
region?: string | null;
/**
 * `sticky`: each connection keeps its address; `rotating`: a new address for every request.
 */
session?: ListSession;
/**
 * Of a line in `txt`: `host:port:user:pass` when left out, `user:pass@host:port`, or a URL.
 */
style?: LineStyle;
/**
 * Minutes that a sticky connection keeps its address; 0 as long as possible.
 * @minimum 0
 * @maximum 1440
 */
ttl_minutes?: number;
};
