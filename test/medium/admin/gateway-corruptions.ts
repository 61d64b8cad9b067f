/** Corruptions of what gateway and shop agree on: invariant, how, statements. */
export const GATEWAY_CORRUPTIONS: [string, string, string][] = [
  [
    'accounts-belong-to-proxies',
    'a proxy that is out of service in the shop only',
    `UPDATE proxy SET status = 'suspended'`,
  ],
  ...[
    "country = 'gh'",
    "status = 'suspended'",
    "city = 'ikeja'",
    'ttl_minutes = 5',
    'limit_bytes = 1',
  ].map((change): [string, string, string] => [
    'shop-and-gateway-agree',
    change,
    `UPDATE gateway_account SET ${change}`,
  ]),
  [
    'shop-and-gateway-agree',
    'another expiry',
    `UPDATE gateway_account SET expires_at = expires_at + interval '1 second'`,
  ],
  ['shop-and-gateway-agree', 'no account', `DELETE FROM gateway_account`],
];
