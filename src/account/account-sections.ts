import { ZONE } from '../common/time/calendar';

export const ACCOUNT_SECTIONS = [
  'profile',
  'notifications',
  'inbox',
  'sessions',
  'activity',
  'transactions',
  'invoices',
  'billing_details',
  'payments',
  'naira_accounts',
  'referrals',
  'orders',
  'proxies',
  'sub_users',
  'address_replacements',
  'usage',
  'usage_targets',
  'api_keys',
  'allowed_addresses',
  'webhooks',
  'tickets',
  'ticket_messages',
  'ticket_attachments',
  'team',
  'team_invitations',
  'team_spending',
  'notes',
] as const;

/** A part of what the shop stores about a customer. */
export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

const NAIRA = (column: string, name: string) => `round(${column} / 100.0, 2)::text AS ${name}`;

/**
 * Rows of a section in pages by keyset: $1 is the owner, $2 the `key` of the row before or null, $3 the number of rows. `key` is
 * not exported. Passwords, hashes and secrets are in no section.
 */
export const SECTION_QUERIES: Record<AccountSection, string> = {
  profile: `SELECT id AS key, id, name, email, phone, created_at, email_verified_at,
      google_subject IS NOT NULL AS signs_in_with_google
    FROM users WHERE id = $1 AND id > coalesce($2::bigint, 0) LIMIT $3`,
  notifications: `SELECT user_id AS key, low_balance, ${NAIRA('low_balance_kobo', 'low_balance_amount')}, expiry, traffic, security,
      weekly_summary, purchases, top_ups, updated_at
    FROM notification_preference WHERE user_id = $1 AND user_id > coalesce($2::bigint, 0) LIMIT $3`,
  inbox: `SELECT id AS key, kind, title, text, link, created_at, read_at
    FROM inbox_message WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  sessions: `SELECT id AS key, created_at, last_seen_at, expires_at, revoked_at, ip, user_agent
    FROM session WHERE user_id = $1 AND id > coalesce($2::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY id LIMIT $3`,
  activity: `SELECT id AS key, created_at, action, target, details, ip, user_agent
    FROM audit_log WHERE actor_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  transactions: `SELECT id AS key, id, reference, type, purpose, status, ${NAIRA('amount_kobo', 'amount')}, currency, description,
      payment_method, created_at, processed_at
    FROM wallet_transaction WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  invoices: `SELECT id AS key, kind, number, reference, description, seller, buyer, vat_basis_points / 100.0 AS vat_rate,
      ${NAIRA('net_kobo', 'net')}, ${NAIRA('vat_kobo', 'vat')}, ${NAIRA('total_kobo', 'total')}, issued_at
    FROM invoice WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  billing_details: `SELECT user_id AS key, name, address, tin, email, updated_at
    FROM billing_details WHERE user_id = $1 AND user_id > coalesce($2::bigint, 0) LIMIT $3`,
  payments: `SELECT id AS key, reference, provider, status, ${NAIRA('amount_kobo', 'amount')},
      ${NAIRA('credited_kobo', 'credited')}, currency, created_at, settled_at
    FROM payment WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  naira_accounts: `SELECT id AS key, provider, status, number, account_name, bank_name, created_at, activated_at
    FROM naira_account WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  referrals: `SELECT r.user_id AS key, r.created_at AS joined_at, ${NAIRA('w.reward_kobo', 'reward')}, w.status AS reward_status
    FROM referral r LEFT JOIN referral_reward w ON w.user_id = r.user_id
    WHERE r.referrer_id = $1 AND r.user_id > coalesce($2::bigint, 0) ORDER BY r.user_id LIMIT $3`,
  orders: `SELECT id AS key, id, type, kind, quantity, ${NAIRA('amount_kobo', 'amount')},
      ${NAIRA('refunded_kobo', 'refunded')}, status, created_at
    FROM proxy_order WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  proxies: `SELECT id AS key, id, uuid, order_id, type, status, protocol, host, port, port_socks5, username, country, region, city,
      isp, ttl_minutes, limit_bytes, used_bytes, ${NAIRA('price_kobo', 'price')}, note, tags, created_at, expires_at
    FROM proxy WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  sub_users: `SELECT s.id AS key, p.id AS proxy_id, s.name, s.daily_limit_bytes, s.monthly_limit_bytes, s.suspended, s.created_at,
      u.today_bytes, u.month_bytes
    FROM proxy p JOIN gateway_sub_user s ON s.proxy_id = p.id
    JOIN gateway_sub_user_state u ON u.id = s.id
    WHERE p.user_id = $1 AND s.id > coalesce($2::bigint, 0) ORDER BY s.id LIMIT $3`,
  address_replacements: `SELECT id AS key, proxy_id, old_address, new_address, reason, details, created_at
    FROM address_replacement WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  usage: `SELECT d.key, d.key AS proxy_id, d.day, d.bytes_up, d.bytes_down, d.requests, d.http_bytes, d.connect_bytes, d.socks5_bytes,
      d.peak_connections
    FROM (
      SELECT p.id FROM proxy p
      WHERE p.user_id = $1 AND p.id > coalesce($2::bigint, 0) AND EXISTS (SELECT FROM usage_hour h WHERE h.proxy_id = p.id)
      ORDER BY p.id LIMIT $3) o
    CROSS JOIN LATERAL (
      SELECT o.id AS key, to_char(h.hour AT TIME ZONE '${ZONE}', 'YYYY-MM-DD') AS day, sum(h.bytes_up)::bigint AS bytes_up,
        sum(h.bytes_down)::bigint AS bytes_down, sum(h.requests)::bigint AS requests,
        sum(h.http_up + h.http_down)::bigint AS http_bytes, sum(h.connect_up + h.connect_down)::bigint AS connect_bytes,
        sum(h.socks5_up + h.socks5_down)::bigint AS socks5_bytes, max(h.peak_connections) AS peak_connections
      FROM usage_hour h WHERE h.proxy_id = o.id GROUP BY 2) d
    ORDER BY d.key, d.day`,
  usage_targets: `SELECT p.id || ' ' || t.day || ' ' || t.host AS key, p.id AS proxy_id, t.day::text AS day, nullif(t.host, '') AS host, t.bytes_up,
      t.bytes_down, t.requests
    FROM proxy p JOIN usage_target t ON t.proxy_id = p.id
    WHERE p.user_id = $1 AND p.id || ' ' || t.day || ' ' || t.host > coalesce($2::text, '')
    ORDER BY 1 LIMIT $3`,
  api_keys: `SELECT id AS key, name, prefix, scopes, allowed_addresses, ${NAIRA('daily_limit_kobo', 'daily_limit')}, created_at,
      expires_at, last_used_at, removed_at
    FROM api_key WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  allowed_addresses: `SELECT a.id AS key, a.address, a.proxy_id, a.created_at, h.last_used_at
    FROM allowed_address a LEFT JOIN address_holder h USING (address, user_id)
    WHERE user_id = $1 AND a.id > coalesce($2::bigint, 0) ORDER BY a.id LIMIT $3`,
  webhooks: `SELECT id AS key, url, events, enabled, created_at
    FROM webhook WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  tickets: `SELECT id AS key, id, subject, status, proxy_id, order_id, reference, created_at, updated_at
    FROM ticket WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  ticket_messages: `SELECT m.id AS key, m.ticket_id, m.kind = 'staff' AS is_staff, m.body, m.created_at
    FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id
    WHERE t.user_id = $1 AND m.kind <> 'note' AND m.id > coalesce($2::bigint, 0) ORDER BY m.id LIMIT $3`,
  ticket_attachments: `SELECT f.id AS key, f.message_id, f.name, f.type, f.size, f.created_at
    FROM ticket t JOIN ticket_message m ON m.ticket_id = t.id JOIN ticket_attachment f ON f.message_id = m.id
    WHERE t.user_id = $1 AND m.kind <> 'note' AND f.id > coalesce($2::bigint, 0) ORDER BY f.id LIMIT $3`,
  team: `SELECT member_id AS key, member_id, owner_id, role, ${NAIRA('daily_limit_kobo', 'daily_limit')},
      ${NAIRA('monthly_limit_kobo', 'monthly_limit')}, joined_at
    FROM team_member WHERE (owner_id = $1 OR member_id = $1) AND member_id > coalesce($2::bigint, 0) ORDER BY member_id LIMIT $3`,
  team_invitations: `SELECT id AS key, email, role, ${NAIRA('daily_limit_kobo', 'daily_limit')},
      ${NAIRA('monthly_limit_kobo', 'monthly_limit')}, created_at, expires_at, accepted_at, revoked_at
    FROM team_invitation WHERE owner_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
  team_spending: `SELECT owner_id || ' ' || member_id || ' ' || day AS key, owner_id, member_id, day::text AS day,
      ${NAIRA('spent_kobo', 'spent')}
    FROM member_spending WHERE (owner_id = $1 OR member_id = $1)
      AND owner_id || ' ' || member_id || ' ' || day > coalesce($2::text, '') ORDER BY 1 LIMIT $3`,
  notes: `SELECT id AS key, body, created_at
    FROM user_note WHERE user_id = $1 AND id > coalesce($2::bigint, 0) ORDER BY id LIMIT $3`,
};
