/**
 * SQL of the end of dedicated proxy `p` after the renewals that are paid and not delivered yet. Charges of one proxy
 * follow each other, so none is missed that another transaction is placing.
 */
export const PAID_UNTIL = `p.expires_at + make_interval(mins => (
  SELECT coalesce(sum((r.request->>'durationMinutes')::int), 0)::int FROM proxy_order r
  WHERE r.proxy_id = p.id AND r.kind = 'renewal' AND r.status IN ('charged', 'unknown')))`;
