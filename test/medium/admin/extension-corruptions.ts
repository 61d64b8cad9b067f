/** Corruptions of renewals and added traffic: invariant, how, statements. */
export const EXTENSION_CORRUPTIONS: [string, string, string][] = [
  ...(
    [
      ['an extension that the gateway does not know', 0, 60_000, ''],
      ['more traffic than was paid', 1, 0, ''],
      ['less time than was paid', 0, 59_999, ''],
      ['a refund that takes nothing back', 0, 60_000, `UPDATE proxy_order SET status = 'refunded'`],
    ] as const
  ).map(([how, bytes, ms, change]): [string, string, string] => [
    'extensions-are-given',
    how,
    `UPDATE proxy_order SET kind = 'renewal', proxy_id = (SELECT id FROM proxy), request = '{"durationMinutes": 1}';
     INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms)
     SELECT order_id, id, ${bytes}, ${ms} FROM proxy; ${change}`,
  ]),
  [
    'extensions-are-given',
    'a limit that is not the sum of the orders',
    `UPDATE proxy_order SET request = '{"gigabytes": 1}'; UPDATE proxy SET limit_bytes = 1073741824;
     INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms) SELECT order_id, id, 1, 0 FROM proxy`,
  ],
];
