/** Statements that violate the invariants of proxies, as in `integrity.medium-spec.ts`. */
export const PROXY_CORRUPTIONS: Record<string, string[]> = {
  'stock-sold-once': [
    `UPDATE proxy SET type = 'individual_ipv4', ip = '127.20.0.1'`,
    `INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
       password_digest, password_encrypted, country, ip, session_id, price_kobo, expires_at)
     SELECT gen_random_uuid(), user_id, order_id, 'twin', type, protocol, host, port, port_socks5, 'twin',
       password_digest, password_encrypted, country, ip, session_id, price_kobo, expires_at FROM proxy`,
  ],
  'dedicated-proxies-have-their-unit': [
    `UPDATE proxy SET type = 'individual_ipv4', ip = '127.20.0.1', exit_node_id = 1`,
  ],
  'refunded-goods-are-withdrawn': [`UPDATE proxy_order SET status = 'refunded'`],
  'extensions-are-given': [
    `INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms) SELECT order_id, id, 1, 0 FROM proxy`,
  ],
  'limits-equal-orders': [`UPDATE proxy SET limit_bytes = limit_bytes + 1`],
  'usage-agrees-with-the-meter': [`UPDATE proxy SET used_bytes = used_bytes + 1`],
  'meters-equal-hours': [`UPDATE gateway_meter SET bytes_down = bytes_down + 1`],
};

/** A renewal of the proxy for one minute, with what it gave; `change` follows. */
const renew = (bytes: number, ms: number, change = 'SELECT 1'): string =>
  `UPDATE proxy_order SET kind = 'renewal', proxy_id = (SELECT id FROM proxy), request = '{"durationMinutes": 1}';
   INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms)
   SELECT order_id, id, ${bytes}, ${ms} FROM proxy; ${change}`;

/** A unit of stock that the order holds. */
const HELD = `INSERT INTO stock_unit (exit_node_id, address, order_id) SELECT 1, '127.20.0.9', id FROM proxy_order`;

const OLD = `now() - interval '401 days'`;

/** Further violations: invariant, how, statements. */
export const MORE_PROXY_CORRUPTIONS: [string, string, string][] = [
  [
    'stock-sold-once',
    'an address of a refunded order',
    `UPDATE proxy_order SET status = 'refunded'; ${HELD}`,
  ],
  [
    'stock-sold-once',
    'an address of a refunded proxy',
    `UPDATE proxy SET refunded_at = now(), ip = '127.20.0.9'; ${HELD}`,
  ],
  [
    'dedicated-proxies-have-their-unit',
    'a unit at another exit',
    `UPDATE proxy SET type = 'individual_ipv4', ip = '127.20.0.9', exit_node_id = 2; ${HELD}`,
  ],
  [
    'refunded-goods-are-withdrawn',
    'a proxy in service whose unused part was refunded',
    `UPDATE proxy SET refunded_at = now()`,
  ],
  [
    'refunded-goods-are-withdrawn',
    'a refunded proxy that ends later',
    `UPDATE proxy SET refunded_at = now(), status = 'expired'`,
  ],
  [
    'refunded-goods-are-withdrawn',
    'a refund that takes nothing back',
    renew(0, 60_000, `UPDATE proxy_order SET status = 'refunded'`),
  ],
  [
    'refunded-goods-are-withdrawn',
    'an extension that is taken back without a refund',
    renew(0, 60_000, `UPDATE proxy_extension SET retracted_at = now()`),
  ],
  ['extensions-are-given', 'more traffic than was paid', renew(1, 60_000)],
  ['extensions-are-given', 'less time than was paid', renew(0, 59_999)],
  [
    'extensions-are-given',
    'another proxy',
    renew(0, 60_000, `UPDATE proxy_extension SET proxy_id = proxy_id + 1`),
  ],
  [
    'extensions-are-given',
    'a place that adds time',
    renew(0, 60_000, `UPDATE proxy_order SET kind = 'place'`),
  ],
  [
    'limits-equal-orders',
    'traffic that was added to the order only',
    `INSERT INTO proxy_extension (order_id, proxy_id, added_bytes, added_ms) SELECT order_id, id, 2, 0 FROM proxy;
     UPDATE proxy_extension SET taken_bytes = 1`,
  ],
  ['limits-equal-orders', 'no limit', `UPDATE proxy SET limit_bytes = NULL`],
  [
    'limits-equal-orders',
    'more traffic after a refund',
    `UPDATE proxy SET limit_bytes = limit_bytes + 1, refunded_at = now()`,
  ],
  [
    'usage-agrees-with-the-meter',
    'a reading that is missing',
    `UPDATE gateway_meter SET bytes_up = bytes_up + 1, changed_minute = now() - interval '16 minutes'`,
  ],
  ['meters-equal-hours', 'an hour more', `UPDATE usage_hour SET bytes_up = bytes_up + 1`],
  ['meters-equal-hours', 'no hour', `DELETE FROM usage_hour`],
  [
    'meters-equal-hours',
    'less than the hours that are left of an old proxy',
    `UPDATE proxy SET created_at = ${OLD}; UPDATE gateway_meter SET bytes_down = 0`,
  ],
];
