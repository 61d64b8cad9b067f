import type { CheckScope } from './check-scope';
import { STUCK_AFTER, type Invariant } from './invariant.types';

/** How long the gateways' hourly rows are kept. */
const HOURS_KEPT = `interval '400 days'`;

const GIGABYTE = 2 ** 30;

/** Rules about what orders gave, what proxies use of it and what was taken back. */
export const buildProxyInvariants = ({
  orders,
  proxies,
  meters,
  isMeterRead,
}: CheckScope): readonly Invariant[] => [
  {
    name: 'stock-sold-once',
    description:
      'No dedicated address belongs to two live proxies, and none is held by a refunded order or proxy',
    violationsSql: `SELECT 'address:' || ip AS subject FROM proxy
      WHERE type = 'individual_ipv4' AND status <> 'expired' AND expires_at > now()
      GROUP BY ip HAVING count(*) > 1
      UNION ALL SELECT 'stock_unit:' || s.id FROM stock_unit s
      JOIN proxy_order o ON o.id = s.order_id WHERE o.status = 'refunded'
      UNION ALL SELECT 'stock_unit:' || s.id FROM stock_unit s JOIN proxy p ON p.order_id = s.order_id
        AND p.ip = s.address AND p.refunded_at IS NOT NULL`,
  },
  {
    name: 'dedicated-proxies-have-their-unit',
    description: 'Every dedicated proxy in use has exactly one unit of stock, at its own exit',
    // Generated customers of a test have proxies without an exit.
    violationsSql: `SELECT 'proxy:' || p.id AS subject FROM proxy p
      WHERE p.type = 'individual_ipv4' AND p.exit_node_id IS NOT NULL AND p.status <> 'expired' AND p.expires_at > now()
        AND NOT EXISTS (SELECT FROM stock_unit s WHERE s.order_id = p.order_id
                        AND (s.exit_node_id, s.address) = (p.exit_node_id, p.ip))`,
  },
  {
    name: 'refunded-goods-are-withdrawn',
    description:
      'Every proxy of a refunded purchase, or of one whose unused part was refunded, has ended, and a refunded renewal or addition of traffic is taken back',
    violationsSql: `SELECT 'proxy:' || p.id AS subject FROM ${proxies} p
      JOIN proxy_order o ON o.id = p.order_id WHERE (o.status = 'refunded' OR p.refunded_at IS NOT NULL)
        AND (p.status <> 'expired' OR p.expires_at > now())
      UNION ALL SELECT 'order:' || o.id FROM ${orders} o JOIN proxy_extension x ON x.order_id = o.id
      WHERE (o.status = 'refunded') <> (x.retracted_at IS NOT NULL)`,
  },
  {
    name: 'extensions-are-given',
    description:
      'Every renewal and addition of traffic gave its own proxy what was paid, and no other order extends one',
    violationsSql: `SELECT 'order:' || o.id AS subject FROM ${orders} o JOIN proxy_extension x ON x.order_id = o.id
      WHERE o.kind NOT IN ('renewal', 'traffic') OR x.proxy_id IS DISTINCT FROM o.proxy_id
        OR x.added_bytes <> coalesce((o.request->>'gigabytes')::bigint, 0) * ${GIGABYTE}
        OR x.added_ms < 60000 * coalesce((o.request->>'durationMinutes')::bigint,
             (o.request->>'validityDays')::bigint * 1440)`,
  },
  {
    name: 'limits-equal-orders',
    description:
      'The traffic of a pool proxy is what its orders gave and did not take back, and no more than that once it is refunded',
    violationsSql: `SELECT 'proxy:' || p.id AS subject FROM ${proxies} p JOIN proxy_order o ON o.id = p.order_id
      LEFT JOIN (SELECT proxy_id, sum(added_bytes - taken_bytes) AS bytes FROM proxy_extension GROUP BY proxy_id) AS x
        ON x.proxy_id = p.id,
      LATERAL (SELECT (o.request->>'gigabytes')::bigint * ${GIGABYTE} + coalesce(x.bytes, 0) AS bytes) AS paid
      WHERE p.type <> 'individual_ipv4' AND CASE WHEN p.refunded_at IS NULL
        THEN p.limit_bytes IS DISTINCT FROM paid.bytes ELSE p.limit_bytes > paid.bytes END`,
  },
  {
    name: 'usage-agrees-with-the-meter',
    description: 'The traffic of a proxy is what the gateway has metered, and never more',
    violationsSql: `SELECT 'proxy:' || p.id AS subject FROM ${proxies} p
      LEFT JOIN gateway_meter m ON m.proxy_id = p.id
      WHERE p.used_bytes > coalesce(m.bytes_up + m.bytes_down, 0)
        OR (p.used_bytes < m.bytes_up + m.bytes_down AND m.changed_minute < now() - ${STUCK_AFTER})`,
  },
  {
    name: 'meters-equal-hours',
    description:
      'What the gateway has metered of a proxy is the sum of its hours, and no less when the first of them are deleted',
    violationsSql: `SELECT 'proxy:' || p.id AS subject FROM ${meters} m
      FULL JOIN (SELECT proxy_id, sum(bytes_up) AS up, sum(bytes_down) AS down FROM usage_hour
        WHERE ${isMeterRead('proxy_id')} GROUP BY proxy_id) AS h USING (proxy_id)
      JOIN proxy p ON p.id = proxy_id,
      LATERAL (SELECT coalesce(bytes_up, 0) - coalesce(h.up, 0) AS up, coalesce(bytes_down, 0) - coalesce(h.down, 0) AS down)
        AS more
      WHERE least(more.up, more.down) < 0
        OR (greatest(more.up, more.down) > 0 AND p.created_at > now() - ${HOURS_KEPT})`,
  },
];
