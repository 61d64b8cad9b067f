/**
 * SQL condition: the owner may replace the address of the proxy, which is in use and on a unit that was bought at a
 * provider. An address of the shop's own exits has no other behind it. How often in 30 days is no part of it.
 * @param proxy alias of `proxy`.
 */
export const hasReplaceableAddress = (proxy: string): string =>
  `(${proxy}.type = 'individual_ipv4' AND ${proxy}.status = 'active' AND ${proxy}.expires_at > now()
    AND ${proxy}.refunded_at IS NULL AND EXISTS (
      SELECT FROM stock_unit su JOIN proxy_order so ON so.id = su.order_id
      WHERE su.order_id = ${proxy}.order_id AND su.address = ${proxy}.ip
        AND su.upstream_url_encrypted IS NOT NULL AND so.status <> 'refunded'))`;
