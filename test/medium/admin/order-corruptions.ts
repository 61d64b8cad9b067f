/** Statements that violate the invariants of orders, as in `integrity.medium-spec.ts`. */
export const ORDER_CORRUPTIONS: Record<string, string[]> = {
  'dedicated-proxies-have-their-unit': [
    `UPDATE proxy SET type = 'individual_ipv4', ip = '127.20.0.1'`,
    `UPDATE gateway_account SET exit_node_id = 1, exit_address = '127.20.0.1'`,
  ],
  'refunds-equal-undelivered': [`DELETE FROM proxy`],
  'attempts-match-orders': [`UPDATE provider_attempt SET status = 'unknown'`],
  'order-decisions-hold': [
    `INSERT INTO order_decision (order_id, outcome, reason, status, proposed_by, decided_by, decided_at)
     SELECT id, 'refunded', 'r', 'approved', 1, 2, now() FROM proxy_order`,
  ],
  'auto-renewals-charge-once': [
    `INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes) SELECT id, true, 1 FROM proxy;
     INSERT INTO auto_renewal_charge (proxy_id, cycle, order_id)
     SELECT id, expires_at, order_id FROM proxy`,
  ],
  'member-spending-is-charged': [
    `INSERT INTO member_charge (transaction_id, owner_id, member_id, day)
     SELECT transaction_id, user_id, 1, current_date FROM proxy_order;
     INSERT INTO member_spending (owner_id, member_id, day, spent_kobo)
     SELECT user_id, 1, current_date, amount_kobo + 1 FROM proxy_order`,
  ],
  'no-order-forgotten': [
    `UPDATE provider_attempt SET status = 'sent', next_check_at = now() - interval '1 hour'`,
  ],
};
