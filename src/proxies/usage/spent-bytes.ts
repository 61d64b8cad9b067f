/** SQL: the bytes that the gateways have metered of a proxy; `proxy.used_bytes` follows. @param proxy alias of `proxy`. */
export const meteredBytes = (proxy: string): string =>
  `coalesce((SELECT m.bytes_up + m.bytes_down FROM gateway_meter m WHERE m.proxy_id = ${proxy}.id), 0)`;

/**
 * SQL: the bytes that are used or may be used already. All leases count, also of processes that are silent: they go on
 * within theirs, and book it when they reach the database again. @param proxy alias of `proxy`.
 */
export const spentBytes = (proxy: string): string =>
  `(${meteredBytes(proxy)} + coalesce((SELECT sum(l.bytes) FROM gateway_lease l WHERE l.proxy_id = ${proxy}.id), 0))::bigint`;
