/** A residential or mobile proxy can be renewed this long after its end. */
export const RENEWAL_GRACE_DAYS = 30;

/** SQL condition: staff or the suspension of the account took it out of service. @param proxy alias of `proxy`. */
export const isSuspendedByShop = (proxy: string): string =>
  `(${proxy}.suspended_by_staff OR (${proxy}.status = 'suspended' AND NOT ${proxy}.suspended_by_owner)
    OR EXISTS (SELECT FROM account_suspension h WHERE h.user_id = ${proxy}.user_id))`;

/**
 * SQL condition: its owner can renew the proxy, as `assertExtendable` decides for a renewal; how long a rented address
 * lasts is no part of it. @param proxy alias of `proxy`.
 */
export const isRenewable = (proxy: string): string =>
  `(NOT ${isSuspendedByShop(proxy)}
    AND ((${proxy}.status <> 'expired' AND ${proxy}.expires_at > now()) OR (${proxy}.type <> 'individual_ipv4'
      AND ${proxy}.expires_at > now() - interval '${RENEWAL_GRACE_DAYS} days'))
    AND NOT EXISTS (SELECT FROM proxy_order ro WHERE ro.id = ${proxy}.order_id AND ro.status = 'refunded'))`;
