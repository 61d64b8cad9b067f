CREATE VIEW gateway_exit AS
SELECT id, kind, country, region_code AS region, city_code AS city, isp_code AS isp,
       leave, local_address, upstream_url_encrypted, weight, simulated, gateway_group
FROM exit_node WHERE enabled;

-- In the place of archived entries one sum per account and month, at its end.
CREATE VIEW ledger_movement AS
SELECT account_id, amount_kobo, created_at FROM ledger_entry
UNION ALL
SELECT b.account_id, b.sum_kobo, a.ends_at - interval '1 second'
FROM ledger_archive a JOIN ledger_period_balance b USING (month) WHERE b.sum_kobo <> 0;

CREATE VIEW gateway_stock_address AS
SELECT s.exit_node_id, s.address, e.gateway_group
FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
WHERE e.enabled AND e.leave = 'local' AND NOT e.simulated;

CREATE VIEW gateway_udp_kind AS
SELECT k.kind
FROM (VALUES ('datacenter', 'udpDatacenter'), ('residential', 'udpResidential'), ('mobile', 'udpMobile'))
  AS k (kind, key)
JOIN setting s ON s.key = k.key AND s.value = 'true'::jsonb;

CREATE VIEW gateway_network AS
SELECT id, dialect, kind, protocol, host, port, username, password_encrypted, username_template, password_template,
       countries, targets_region, targets_city, targets_isp, weight, concurrency_limit
FROM supply_network WHERE enabled;

CREATE VIEW catalog_network AS
SELECT id, kind, dialect, username, username_template, password_template, countries,
       targets_region, targets_city, targets_isp
FROM supply_network WHERE enabled;

-- A gateway sees a disabled network only while it is probed.
CREATE VIEW gateway_probe AS
SELECT r.id AS request_id, r.exit_node_id, r.country, n.id, n.dialect, n.kind, n.protocol, n.host, n.port,
       n.username, n.password_encrypted, n.username_template, n.password_template, n.countries,
       n.targets_region, n.targets_city, n.targets_isp, n.weight
FROM supply_probe_request r LEFT JOIN supply_network n ON n.id = r.network_id
WHERE r.claimed_by IS NULL;

CREATE VIEW supply_budget AS
SELECT network_id, day_bytes, month_bytes, day_limit, month_limit,
       coalesce(day_bytes >= day_limit, false) OR coalesce(month_bytes >= month_limit, false) AS is_reached
FROM (
  SELECT n.id AS network_id,
         CASE WHEN s.day = today THEN s.day_bytes ELSE 0 END AS day_bytes,
         CASE WHEN s.month = date_trunc('month', today)::date THEN s.month_bytes ELSE 0 END AS month_bytes,
         n.daily_budget_gb::bigint * n.bytes_per_gb AS day_limit,
         n.monthly_budget_gb::bigint * n.bytes_per_gb AS month_limit
  FROM supply_network n LEFT JOIN supply_spent s ON s.network_id = n.id,
       (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) AS t) AS spent;

-- The country is * when every probed country of a network is down.
CREATE VIEW supply_down AS
SELECT exit_node_id, NULL::integer AS network_id, country FROM supply_health
WHERE down_since IS NOT NULL AND exit_node_id IS NOT NULL
UNION ALL
SELECT NULL, network_id, country FROM supply_health
WHERE down_since IS NOT NULL AND network_id IS NOT NULL
UNION ALL
SELECT NULL, d.network_id, '*' FROM supply_health d
WHERE d.down_since IS NOT NULL AND d.network_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM supply_health u WHERE u.network_id = d.network_id AND u.down_since IS NULL)
GROUP BY d.network_id
UNION ALL
SELECT NULL, network_id, '*' FROM supply_budget WHERE is_reached;

CREATE VIEW gateway_stock_unit AS
SELECT s.id, s.exit_node_id, s.address, s.upstream_url_encrypted, e.gateway_group
FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
WHERE e.enabled AND s.upstream_url_encrypted IS NOT NULL AND s.dead_at IS NULL;

CREATE VIEW supply_cost AS
SELECT id, kind, cost_usd_micros, bytes_per_gb, precise_cost_percent FROM supply_network;

-- Small days differ by what was under way at midnight.
CREATE VIEW supply_difference AS
SELECT p.network_id, p.day, p.bytes, p.source, p.recorded_at, o.own_bytes,
       abs(p.bytes - o.own_bytes) > greatest(0.03 * greatest(p.bytes, o.own_bytes), 10000000) AS is_off
FROM supply_provider_usage p CROSS JOIN LATERAL (
  SELECT coalesce(sum(h.bytes_up + h.bytes_down), 0)::bigint AS own_bytes FROM supply_network_hour h
  WHERE h.network_id = p.network_id AND h.hour >= p.day::timestamp AT TIME ZONE 'UTC'
    AND h.hour < (p.day + 1)::timestamp AT TIME ZONE 'UTC') AS o;

-- A network without a link has the only account of its provider, unless that one belongs to another network.
CREATE VIEW supply_network_account AS
SELECT n.id AS network_id, p.id AS provider_id
FROM supply_network n JOIN supply_provider p ON p.enabled AND CASE
  WHEN n.provider_id IS NOT NULL THEN p.id = n.provider_id
  ELSE p.kind = n.dialect
    AND NOT EXISTS (SELECT FROM supply_provider o WHERE o.kind = p.kind AND o.enabled AND o.id <> p.id)
    AND NOT EXISTS (SELECT FROM supply_network o WHERE o.provider_id = p.id) END;

CREATE VIEW gateway_place AS
SELECT network_id, level, country, key, provider_name FROM supply_place;

CREATE VIEW gateway_place_list AS SELECT network_id, level, imported_at FROM supply_place_list;

-- What the purchases of this month, and the automatic ones of this day, cost or will, in UTC.
CREATE VIEW supply_provider_spending AS
SELECT p.id AS provider_id,
       (SELECT coalesce(sum(coalesce(s.total_micros, s.expected_micros)), 0)::bigint FROM supply_purchase s
        WHERE s.provider_id = p.id AND s.status NOT IN ('failed', 'not_bought')
          AND s.created_at >= date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS month_micros,
       (SELECT coalesce(sum(coalesce(s.total_micros, s.expected_micros)), 0)::bigint FROM supply_purchase s
        WHERE s.provider_id = p.id AND s.status NOT IN ('failed', 'not_bought') AND s.requested_by IS NULL
          AND s.created_at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS automatic_day_micros
FROM supply_provider p;

-- Whether no package of a kind is on sale in a country by the list in force; * stands for all that the list does not name.
-- A country's own price comes before that of its first group with one, and that before the default, as in the shop.
CREATE VIEW gateway_off_sale AS
WITH list AS (
  SELECT prices FROM price_list WHERE cancelled_at IS NULL AND effective_at <= now()
  ORDER BY effective_at DESC, id DESC LIMIT 1),
package AS (
  SELECT kind, p.value AS package FROM list, unnest(ARRAY['residential', 'mobile']) AS kind,
    jsonb_array_elements(prices -> kind -> 'packages') AS p),
member AS (
  SELECT g.value ->> 'name' AS name, c.code FROM list, jsonb_array_elements(prices -> 'groups') AS g,
    jsonb_array_elements_text(g.value -> 'countries') AS c (code)),
override AS (
  SELECT kind, package, o.value AS override, o.position
  FROM package, jsonb_array_elements(package -> 'overrides') WITH ORDINALITY AS o (value, position)),
country AS (
  SELECT kind, override ->> 'country' AS code FROM override WHERE override ? 'country'
  UNION SELECT o.kind, m.code FROM override o JOIN member m ON m.name = o.override ->> 'group'
  UNION SELECT kind, '*' FROM package)
SELECT country.kind, country.code AS country, NOT bool_or(coalesce(
  (SELECT (o.value ->> 'on_sale')::boolean
   FROM jsonb_array_elements(package -> 'overrides') WITH ORDINALITY AS o (value, position)
   WHERE o.value ->> 'country' = country.code
     OR EXISTS (SELECT FROM member m WHERE m.name = o.value ->> 'group' AND m.code = country.code)
   ORDER BY (o.value ->> 'country' = country.code) IS TRUE DESC, o.position LIMIT 1),
  (package ->> 'on_sale')::boolean)) AS is_off_sale
FROM country JOIN package USING (kind) GROUP BY 1, 2;

CREATE VIEW held_address AS
SELECT address, user_id, last_used_at FROM address_holder WHERE last_used_at > now() - interval '30 days';

CREATE VIEW gateway_pending_address AS
SELECT DISTINCT a.address FROM allowed_address a
WHERE NOT EXISTS (SELECT FROM held_address h WHERE h.address = a.address);

-- A refunded proxy was taken from its owner; it did not come to its end.
CREATE VIEW gateway_credential AS
SELECT p.id AS proxy_id, p.username, p.password_digest,
       CASE p.type WHEN 'individual_ipv4' THEN 'datacenter' WHEN 'residential_ipv4' THEN 'residential' ELSE 'mobile'
         END AS kind,
       p.protocol, p.country, p.region, p.city, p.isp, p.reach, coalesce(p.ttl_minutes, 0) AS ttl_minutes, p.session_id,
       p.exit_node_id, p.ip AS exit_address, p.limit_bytes,
       coalesce(m.bytes_up + m.bytes_down, 0)::bigint AS used_bytes,
       CASE WHEN p.refunded_at IS NOT NULL THEN 'suspended' WHEN p.expires_at <= now() THEN 'expired' ELSE p.status
         END AS status,
       p.expires_at
FROM proxy p LEFT JOIN gateway_meter m ON m.proxy_id = p.id;

CREATE VIEW gateway_allowed_address AS
SELECT a.address, p.id AS proxy_id, p.username, (p.status = 'active' AND p.expires_at > now()) AS active
FROM allowed_address a JOIN held_address h USING (address, user_id)
JOIN proxy p ON p.user_id = a.user_id AND (a.proxy_id IS NULL OR a.proxy_id = p.id)
WHERE NOT EXISTS (SELECT FROM setting WHERE key = 'addressAccessEnabled' AND value = 'false'::jsonb)
  AND NOT EXISTS (SELECT FROM users u WHERE u.id = a.user_id AND a.created_at < u.review_since);

CREATE VIEW gateway_counted_proxy AS
SELECT p.id AS proxy_id FROM usage_target_choice c JOIN proxy p ON p.user_id = c.user_id WHERE p.expires_at > now();

-- Places of the proxies that no dedicated address serves, which a network may have to.
CREATE VIEW supply_place_in_use AS
SELECT CASE p.type WHEN 'individual_ipv4' THEN 'datacenter' WHEN 'residential_ipv4' THEN 'residential' ELSE 'mobile'
         END AS kind,
       p.country::text AS country, count(*)::int AS proxies
FROM proxy p
WHERE p.status = 'active' AND p.expires_at > now() AND p.exit_node_id IS NULL GROUP BY 1, 2;

-- What each may still carry now; `room` is null without a limit, and counts nothing that is only leased.
CREATE VIEW gateway_sub_user_state AS
SELECT s.id, s.proxy_id, s.name, s.password_digest,
       (s.suspended OR EXISTS (SELECT FROM proxy p JOIN users o ON o.id = p.user_id
          WHERE p.id = s.proxy_id AND s.created_at < o.review_since)) AS suspended,
       s.daily_limit_bytes, s.monthly_limit_bytes, u.today_bytes, u.month_bytes,
       least(s.daily_limit_bytes - u.today_bytes, s.monthly_limit_bytes - u.month_bytes) AS room
FROM gateway_sub_user s
CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) t
CROSS JOIN LATERAL (
  SELECT coalesce(sum(d.bytes_up + d.bytes_down), 0)::bigint AS month_bytes,
         coalesce(sum(d.bytes_up + d.bytes_down) FILTER (WHERE d.day = t.today), 0)::bigint AS today_bytes
  FROM gateway_sub_user_day d
  WHERE d.sub_user_id = s.id AND d.day BETWEEN date_trunc('month', t.today)::date AND t.today) u;

-- What others may have left in an account whose password was reset by mail. Until its owner has decided, everything of these
-- kinds that was created before `users.review_since` is paused.
CREATE VIEW security_review_item AS
SELECT m.owner_id AS user_id, 'member' AS kind, m.member_id AS id, u.name AS title, u.email::text AS detail,
       NULL::integer AS proxy_id, m.joined_at AS created_at, NULL::integer AS api_key_id
FROM team_member m JOIN users u ON u.id = m.member_id
UNION ALL
SELECT owner_id, 'invitation', id, email::text, NULL, NULL, created_at, NULL FROM team_invitation
WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
UNION ALL
SELECT user_id, 'address', id, address, NULL, proxy_id, created_at, api_key_id FROM allowed_address
UNION ALL
SELECT p.user_id, 'sub_user', s.id, s.name, NULL, p.id, s.created_at, s.api_key_id
FROM gateway_sub_user s JOIN proxy p ON p.id = s.proxy_id
UNION ALL
SELECT user_id, 'webhook', id, url, array_to_string(events, ', '), NULL, created_at, NULL FROM webhook
UNION ALL
SELECT user_id, 'api_key', id, name, prefix, NULL, created_at, NULL FROM api_key WHERE removed_at IS NULL
UNION ALL
SELECT id, 'google', id, 'Google', NULL, NULL, created_at, NULL FROM users
WHERE google_subject IS NOT NULL AND password_hash IS NOT NULL;
