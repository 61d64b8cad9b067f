/** Statements that violate the invariants of orders, as in `integrity.medium-spec.ts`. */
export const ORDER_CORRUPTIONS: Record<string, string[]> = {
  'orders-have-their-goods': [`DELETE FROM proxy`],
  'refunds-equal-orders': [`UPDATE proxy_order SET refunded_kobo = 1`],
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
};

/** Makes the order one that extends its own proxy, which keeps another order as its purchase. */
const asExtension = (kind: string, request = '{}'): string =>
  `UPDATE proxy_order SET kind = '${kind}', proxy_id = (SELECT id FROM proxy), request = '${request}'`;

/** A line of a refund that no member of staff made. */
const refundLine = (kobo: number): string =>
  `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description, metadata,
     ledger_transaction_id, processed_at)
   SELECT user_id, 'REFUND-1', 'credit', 'refund', 'successful', ${kobo}, '', jsonb_build_object('order_id', id), 0, now()
   FROM proxy_order`;

/** Further violations: invariant, how, statements. */
export const MORE_ORDER_CORRUPTIONS: [string, string, string][] = [
  [
    'orders-have-their-goods',
    'a proxy more than was bought',
    `INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
       password_digest, password_encrypted, country, session_id, price_kobo, expires_at)
     SELECT gen_random_uuid(), user_id, order_id, 'twin', type, protocol, host, port, port_socks5, 'twin',
       password_digest, password_encrypted, country, session_id, price_kobo, expires_at FROM proxy`,
  ],
  ['orders-have-their-goods', 'a proxy less', `UPDATE proxy_order SET quantity = 2`],
  ['orders-have-their-goods', 'a renewal without its extension', asExtension('renewal')],
  ['orders-have-their-goods', 'added traffic that was not given', asExtension('traffic')],
  [
    'orders-have-their-goods',
    'nothing for a part of the price',
    `${refundLine(39_999)}; DELETE FROM proxy`,
  ],
  ['refunds-equal-orders', 'a refund that the order does not count', refundLine(1)],
  [
    'refunds-equal-orders',
    'a delivered order without a price left',
    `${refundLine(40_000)}; UPDATE proxy_order SET refunded_kobo = amount_kobo`,
  ],
  [
    'refunds-equal-orders',
    'a refunded order without a refund',
    `UPDATE proxy_order SET status = 'refunded'`,
  ],
];
