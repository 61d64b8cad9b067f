/**
 * SQL of proxies whose owner wants to keep them: in service, or suspended by the owner alone. Proxies of suspended
 * accounts are not told apart here. Must equal the condition of proxy_expiry_notice_idx.
 */
export const keptByOwner = (proxy: string): string =>
  `(${proxy}.status = 'active' OR (${proxy}.status = 'suspended' AND ${proxy}.suspended_by_owner AND NOT ${proxy}.suspended_by_staff))`;
