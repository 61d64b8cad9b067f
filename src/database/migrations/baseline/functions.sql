-- Creates the partitions of the months from `since` to `ahead` months from now, and of every month that has rows in the
-- default partition, which it moves there. Nothing is deleted: the default partition is replaced. Then gives every
-- partition the statement triggers of its table, since PostgreSQL calls those only on the table that a statement names.
-- Returns the number of new partitions.
CREATE FUNCTION create_month_partitions(parent regclass, since timestamptz, ahead integer) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  zone CONSTANT text := 'Africa/Lagos';
  name text;
  key text;
  rest text;
  part text;
  month date;
  stray date[];
  due date[];
  command text;
  created integer := 0;
BEGIN
  SELECT c.relname, a.attname, p.partdefid::regclass::text INTO name, key, rest
  FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
  JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
  WHERE p.partrelid = parent;
  FOR attempt IN 1..2 LOOP
    EXECUTE format('SELECT coalesce(array_agg(DISTINCT date_trunc(''month'', %I AT TIME ZONE %L)::date), ''{}'') FROM %s',
      key, zone, rest) INTO stray;
    due := array(
      SELECT m::date FROM generate_series(date_trunc('month', since AT TIME ZONE zone),
        date_trunc('month', now() AT TIME ZONE zone) + make_interval(months => ahead), '1 month') AS m
      UNION SELECT unnest(stray) ORDER BY 1);
    due := array(SELECT m FROM unnest(due) AS m
      WHERE to_regclass(format('%I', name || to_char(m, '_YYYY_MM'))) IS NULL ORDER BY m);
    EXIT WHEN cardinality(due) = 0 OR attempt = 2;
    -- Referenced tables first, as a posting locks them before the entries.
    FOR command IN SELECT 'LOCK TABLE ' || confrelid::regclass || ' IN SHARE ROW EXCLUSIVE MODE'
      FROM pg_constraint WHERE conrelid = parent AND contype = 'f' ORDER BY conname DESC LOOP
      EXECUTE command;
    END LOOP;
    EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', parent);
  END LOOP;
  IF cardinality(stray) > 0 THEN
    EXECUTE format('ALTER TABLE %s DETACH PARTITION %s', parent, rest);
    EXECUTE format('ALTER TABLE %s RENAME TO %I', rest, name || '_moved');
  END IF;
  FOREACH month IN ARRAY due LOOP
    part := format('%I', name || to_char(month, '_YYYY_MM'));
    EXECUTE format('CREATE TABLE %s PARTITION OF %s FOR VALUES FROM (%L) TO (%L)', part, parent,
      month::timestamp AT TIME ZONE zone, (month + interval '1 month') AT TIME ZONE zone);
    created := created + 1;
    IF month = ANY(stray) THEN
      EXECUTE format('INSERT INTO %s OVERRIDING SYSTEM VALUE SELECT * FROM %I WHERE %I >= %L AND %I < %L', part,
        name || '_moved', key, month::timestamp AT TIME ZONE zone,
        key, (month + interval '1 month') AT TIME ZONE zone);
    END IF;
  END LOOP;
  IF cardinality(stray) > 0 THEN
    EXECUTE format('DROP TABLE %I', name || '_moved');
    EXECUTE format('CREATE TABLE %s PARTITION OF %s DEFAULT', rest, parent);
  END IF;
  FOR command IN
    SELECT replace(pg_get_triggerdef(t.oid), format(' ON %I.%I ', n.nspname, name), format(' ON %s ',
      i.inhrelid::regclass))
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_inherits i ON i.inhparent = t.tgrelid
    WHERE t.tgrelid = parent AND NOT t.tgisinternal AND t.tgtype & 1 = 0
      AND NOT EXISTS (SELECT FROM pg_trigger p WHERE p.tgrelid = i.inhrelid AND p.tgname = t.tgname)
  LOOP
    EXECUTE command;
  END LOOP;
  RETURN created;
END
$$;

CREATE FUNCTION notify_table_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], '');
  RETURN NULL;
END
$$;

CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION reject_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'code, kind, owner and currency of a ledger account are fixed'
    USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION reject_unbalanced_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE unbalanced bigint;
BEGIN
  SELECT transaction_id INTO unbalanced FROM added
  GROUP BY transaction_id HAVING sum(amount_kobo) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'entries of ledger transaction % do not sum to zero', unbalanced
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION reject_mixed_currencies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE mixed bigint;
BEGIN
  SELECT e.transaction_id INTO mixed FROM added e JOIN ledger_account a ON a.id = e.account_id
  GROUP BY e.transaction_id HAVING min(a.currency) <> max(a.currency) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger transaction % posts between different currencies', mixed
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION reject_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM added WHERE created_at < (SELECT max(ends_at) FROM ledger_period)) THEN
    RAISE EXCEPTION 'the month of the entries is closed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION ledger_archived_until() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(ends_at), '-infinity') FROM ledger_archive
$$;

CREATE FUNCTION note_admin_term() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role = 'admin' AND NEW.status = 'active' AND NEW.closed_at IS NULL THEN
    INSERT INTO admin_term (user_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE admin_term SET ended_at = now() WHERE user_id = NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION emit_webhook_event(owner integer, event_type text, event_data jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE new_id uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook WHERE user_id = owner AND enabled AND event_type = ANY(events)) THEN
    RETURN;
  END IF;
  INSERT INTO webhook_event (user_id, type, data) VALUES (owner, event_type, event_data)
    RETURNING id INTO new_id;
  INSERT INTO webhook_delivery (webhook_id, event_id, next_attempt_at)
    SELECT id, new_id, now() FROM webhook
    WHERE user_id = owner AND enabled AND event_type = ANY(events);
END
$$;

CREATE FUNCTION emit_payment_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM emit_webhook_event(NEW.user_id, 'payment.credited', jsonb_build_object('payment_id', NEW.id,
    'reference', NEW.reference, 'amount', ((coalesce(NEW.credited_kobo,
      NEW.amount_kobo) + NEW.goodwill_kobo) / 100)::bigint, 'currency', NEW.currency));
  RETURN NULL;
END
$$;

CREATE FUNCTION emit_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE details jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook WHERE user_id = NEW.user_id AND enabled) THEN RETURN NULL; END IF;
  details := jsonb_build_object('order_id', NEW.id, 'type', NEW.type, 'status', NEW.status, 'quantity',
    NEW.quantity,
    'amount', ceil(NEW.amount_kobo / 100.0)::bigint, 'refunded_amount', (NEW.refunded_kobo / 100)::bigint,
    'proxy_ids', (SELECT coalesce(jsonb_agg(id ORDER BY id), '[]') FROM proxy WHERE order_id = NEW.id));
  IF NEW.status = 'refunded' THEN
    PERFORM emit_webhook_event(NEW.user_id, 'order.refunded', details);
  ELSE
    PERFORM emit_webhook_event(NEW.user_id, 'order.placed', details);
    PERFORM emit_webhook_event(NEW.user_id, 'order.delivered', details);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION emit_proxy_event(changed proxy, event_type text, extra jsonb) RETURNS void LANGUAGE sql AS $$
  SELECT emit_webhook_event(changed.user_id, event_type, jsonb_build_object('proxy_id', changed.id,
    'uuid', changed.uuid, 'type', changed.type, 'country', changed.country,
    'expires_at', to_char(changed.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || extra)
$$;

CREATE FUNCTION emit_proxy_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'expired' THEN PERFORM emit_proxy_event(NEW, 'proxy.expired', '{}');
  ELSE PERFORM emit_proxy_event(NEW, 'proxy.expiring', jsonb_build_object('hours', NEW.expiry_warned));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION emit_traffic_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed proxy;
BEGIN
  SELECT * INTO changed FROM proxy WHERE id = NEW.proxy_id;
  PERFORM emit_proxy_event(changed, 'proxy.traffic_low', jsonb_build_object('percent', NEW.percent,
    'used_bytes', changed.used_bytes, 'limit_bytes', changed.limit_bytes));
  RETURN NULL;
END
$$;

CREATE FUNCTION emit_renewal_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed proxy;
BEGIN
  SELECT * INTO changed FROM proxy WHERE id = NEW.proxy_id;
  PERFORM emit_proxy_event(changed,
    CASE NEW.outcome WHEN 'renewed' THEN 'renewal.succeeded' ELSE 'renewal.failed' END,
    jsonb_build_object('outcome', NEW.outcome, 'reason', NEW.reason,
      'price', ceil(NEW.price_kobo / 100.0)::bigint));
  RETURN NULL;
END
$$;

CREATE FUNCTION record_traffic_thresholds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO traffic_threshold (proxy_id, percent)
  SELECT NEW.id, mark FROM unnest(ARRAY[80, 95, 100]) AS mark
  WHERE OLD.used_bytes * 100 < NEW.limit_bytes * mark
    AND NEW.used_bytes * 100 >= NEW.limit_bytes * mark
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE FUNCTION notify_proxy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gateway_credential', NEW.id::text);
  RETURN NULL;
END
$$;

CREATE FUNCTION notify_gateway_sub_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gateway_credential', coalesce(NEW.proxy_id, OLD.proxy_id)::text);
  RETURN NULL;
END
$$;

CREATE FUNCTION notify_allowed_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('allowed_address', coalesce(NEW.address, OLD.address));
  RETURN NULL;
END
$$;

CREATE FUNCTION notify_security_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('allowed_address', a.address) FROM allowed_address a WHERE a.user_id = NEW.id;
  PERFORM pg_notify('gateway_credential', p.id::text) FROM proxy p
    WHERE p.user_id = NEW.id AND EXISTS (SELECT FROM gateway_sub_user s WHERE s.proxy_id = p.id);
  RETURN NULL;
END
$$;

CREATE FUNCTION drop_address_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM address_holder h WHERE h.address = OLD.address AND h.user_id = OLD.user_id AND NOT EXISTS (
    SELECT FROM allowed_address a WHERE a.address = OLD.address AND a.user_id = OLD.user_id
  );
  RETURN NULL;
END
$$;

-- Proves an address for the owner of a proxy. SECURITY DEFINER: the role of gateways has no other way to write there.
CREATE FUNCTION gateway_prove_address(proven text, account_id integer) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  -- The lock: whoever removes the address comes first, or finds the proof to drop.
  WITH listed AS (
    SELECT a.user_id FROM allowed_address a JOIN proxy p ON p.user_id = a.user_id
    WHERE a.address = proven AND p.id = account_id FOR KEY SHARE OF a
  )
  INSERT INTO address_holder AS h (address, user_id)
  SELECT DISTINCT proven, user_id FROM listed
  ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id, proven_at = now(), last_used_at = now()
  WHERE h.last_used_at <= now() - interval '30 days'
$$;
REVOKE ALL ON FUNCTION gateway_prove_address FROM PUBLIC;

-- Bytes of the quota that gateway processes hold, except one. A process that was silent for longer holds nothing.
CREATE FUNCTION gateway_leased(p_proxy_id integer, p_except text DEFAULT '',
  p_ttl interval DEFAULT interval '10 seconds') RETURNS bigint
  LANGUAGE sql AS $$
  SELECT coalesce(sum(l.bytes), 0)::bigint
  FROM gateway_lease l JOIN gateway_flush f ON f.gateway_id = l.holder
  WHERE l.proxy_id = p_proxy_id AND l.holder <> p_except
    AND f.flushed_at > clock_timestamp() - p_ttl
$$;

-- The same of a sub-user's limits.
CREATE FUNCTION gateway_sub_user_leased(p_sub_user_id integer, p_except text DEFAULT '',
  p_ttl interval DEFAULT interval '10 seconds') RETURNS bigint
  LANGUAGE sql AS $$
  SELECT coalesce(sum(l.bytes), 0)::bigint
  FROM gateway_sub_user_lease l JOIN gateway_flush f ON f.gateway_id = l.holder
  WHERE l.sub_user_id = p_sub_user_id AND l.holder <> p_except
    AND f.flushed_at > clock_timestamp() - p_ttl
$$;

-- Books a batch once, with its failures and its sub-users, and leases what it asks for. A function, because the leases of
-- the others must be read after the rows are locked: that takes a second statement, with a later snapshot, in the same
-- round trip.
--
-- For each proxy: used + leases of live processes <= limit; for each sub-user the same in its day and month. A lease
-- shrinks only when its holder returns it (wants 0) or was silent too long, since the holder goes on using it meanwhile.
-- One lease takes a sixteenth of what remains at most, or 64 KiB, and less while others hold some, so that nobody waits
-- long for the last bytes.
CREATE FUNCTION gateway_settle_usage(
  p_holder text, p_seq bigint, p_at timestamptz, p_ttl interval,
  p_ids integer[], p_up bigint[], p_down bigint[], p_requests bigint[], p_wanted bigint[],
  p_http_up bigint[], p_http_down bigint[], p_http_requests bigint[],
  p_connect_up bigint[], p_connect_down bigint[], p_connect_requests bigint[],
  p_socks5_up bigint[], p_socks5_down bigint[], p_socks5_requests bigint[], p_peaks integer[],
  p_failed_ids integer[], p_reasons text[], p_counts bigint[],
  p_sub_ids integer[], p_sub_up bigint[], p_sub_down bigint[], p_sub_requests bigint[], p_sub_wanted bigint[])
RETURNS TABLE (proxy_id integer, used bigint, lease bigint, others bigint, remaining bigint, sub_user_id integer)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_seq bigint;
  v_is_live boolean;
  v_has_sub_users boolean := cardinality(p_sub_ids) > 0;
BEGIN
  INSERT INTO gateway_flush (gateway_id, seq, flushed_at) VALUES (p_holder, -1, '-infinity')
    ON CONFLICT (gateway_id) DO NOTHING;
  SELECT f.seq, f.flushed_at > clock_timestamp() - p_ttl INTO v_seq, v_is_live
    FROM gateway_flush f WHERE f.gateway_id = p_holder FOR UPDATE;
  IF NOT v_is_live THEN
    DELETE FROM gateway_lease l WHERE l.holder = p_holder;
    DELETE FROM gateway_sub_user_lease l WHERE l.holder = p_holder;
  END IF;
  IF v_has_sub_users THEN
    PERFORM 1 FROM gateway_sub_user s WHERE s.id = ANY (p_sub_ids) ORDER BY s.id FOR NO KEY UPDATE;
  END IF;

  IF p_seq > v_seq AND v_has_sub_users THEN
    INSERT INTO gateway_sub_user_day AS u (sub_user_id, day, bytes_up, bytes_down, requests)
      SELECT s.id, (p_at AT TIME ZONE 'Africa/Lagos')::date, d.up, d.down, d.requests
      FROM unnest(p_sub_ids, p_sub_up, p_sub_down, p_sub_requests) AS d (id, up, down, requests)
      JOIN gateway_sub_user s ON s.id = d.id
      WHERE d.up + d.down + d.requests > 0
      ORDER BY s.id
      ON CONFLICT (sub_user_id, day) DO UPDATE SET bytes_up = u.bytes_up + excluded.bytes_up,
        bytes_down = u.bytes_down + excluded.bytes_down, requests = u.requests + excluded.requests;
    INSERT INTO gateway_sub_user_lease AS l (sub_user_id, holder, bytes)
      SELECT g.id, p_holder, g.granted FROM (
        SELECT q.id, least(q.free, greatest(q.held, least(q.wanted,
                 CASE WHEN q.others > 0 THEN least(q.share, greatest(16384,
                   q.free / 4)) ELSE q.share END))) AS granted
        FROM (
          SELECT s.id, d.wanted, o.others, greatest(s.room - o.others, 0) AS free,
                 greatest(65536, s.room / 16) AS share,
                 greatest(coalesce(h.bytes, 0) - d.up - d.down, 0) AS held
          FROM unnest(p_sub_ids, p_sub_up, p_sub_down, p_sub_wanted) AS d (id, up, down, wanted)
          JOIN gateway_sub_user_state s ON s.id = d.id
          LEFT JOIN gateway_sub_user_lease h ON h.sub_user_id = d.id AND h.holder = p_holder
          CROSS JOIN LATERAL (SELECT gateway_sub_user_leased(d.id, p_holder, p_ttl) AS others) o
          WHERE s.room IS NOT NULL AND d.wanted > 0) q) g
      WHERE g.granted > 0
      ON CONFLICT (sub_user_id, holder) DO UPDATE SET bytes = excluded.bytes;
    DELETE FROM gateway_sub_user_lease l
      USING unnest(p_sub_ids, p_sub_wanted) AS d (id, wanted), gateway_sub_user_state s
      WHERE l.holder = p_holder AND l.sub_user_id = d.id AND s.id = d.id
        AND (d.wanted = 0 OR s.room IS NULL OR s.room <= gateway_sub_user_leased(d.id, p_holder, p_ttl));
  END IF;

  IF p_seq > v_seq AND cardinality(p_failed_ids) > 0 THEN
    INSERT INTO usage_failure AS u (proxy_id, hour, reason, count, last_at)
      SELECT d.proxy_id, date_trunc('hour', p_at), d.reason, sum(d.count), p_at
      FROM unnest(p_failed_ids, p_reasons, p_counts) AS d (proxy_id, reason, count)
      JOIN proxy a ON a.id = d.proxy_id
      GROUP BY d.proxy_id, d.reason ORDER BY d.proxy_id, d.reason
      ON CONFLICT (proxy_id, hour, reason) DO UPDATE SET
        count = u.count + excluded.count, last_at = greatest(u.last_at, excluded.last_at);
  END IF;

  INSERT INTO gateway_meter (proxy_id)
    SELECT a.id FROM proxy a
    WHERE a.id = ANY (p_ids) AND NOT EXISTS (SELECT 1 FROM gateway_meter m WHERE m.proxy_id = a.id)
    ORDER BY a.id ON CONFLICT DO NOTHING;
  PERFORM 1 FROM gateway_meter m WHERE m.proxy_id = ANY (p_ids) ORDER BY m.proxy_id FOR UPDATE;

  IF p_seq > v_seq THEN
    UPDATE gateway_meter m
      SET bytes_up = m.bytes_up + d.up, bytes_down = m.bytes_down + d.down,
          requests = m.requests + d.requests, updated_at = clock_timestamp(),
          changed_minute = date_trunc('minute', clock_timestamp())
      FROM unnest(p_ids, p_up, p_down, p_requests) AS d (proxy_id, up, down, requests)
      WHERE m.proxy_id = d.proxy_id AND d.up + d.down + d.requests > 0;
    INSERT INTO usage_hour AS u (proxy_id, hour, bytes_up, bytes_down, requests, http_up, http_down,
      http_requests, connect_up, connect_down, connect_requests, socks5_up, socks5_down, socks5_requests,
      peak_connections)
      SELECT m.proxy_id, date_trunc('hour', p_at), d.up, d.down, d.requests, d.http_up, d.http_down,
        d.http_requests, d.connect_up, d.connect_down, d.connect_requests, d.socks5_up, d.socks5_down,
        d.socks5_requests, d.peak
      FROM unnest(p_ids, p_up, p_down, p_requests, p_http_up, p_http_down, p_http_requests, p_connect_up,
        p_connect_down, p_connect_requests, p_socks5_up, p_socks5_down, p_socks5_requests, p_peaks)
        AS d (proxy_id, up, down, requests, http_up, http_down, http_requests, connect_up, connect_down,
          connect_requests, socks5_up, socks5_down, socks5_requests, peak)
      JOIN gateway_meter m ON m.proxy_id = d.proxy_id
      WHERE d.up + d.down + d.requests > 0
      ORDER BY m.proxy_id
      ON CONFLICT (proxy_id, hour) DO UPDATE SET bytes_up = u.bytes_up + excluded.bytes_up,
        bytes_down = u.bytes_down + excluded.bytes_down, requests = u.requests + excluded.requests,
        http_up = coalesce(u.http_up + excluded.http_up, u.http_up, excluded.http_up),
          http_down = coalesce(u.http_down + excluded.http_down, u.http_down, excluded.http_down),
          http_requests = coalesce(u.http_requests + excluded.http_requests, u.http_requests,
          excluded.http_requests), connect_up = coalesce(u.connect_up + excluded.connect_up, u.connect_up,
          excluded.connect_up), connect_down = coalesce(u.connect_down + excluded.connect_down,
          u.connect_down, excluded.connect_down),
          connect_requests = coalesce(u.connect_requests + excluded.connect_requests, u.connect_requests,
          excluded.connect_requests), socks5_up = coalesce(u.socks5_up + excluded.socks5_up, u.socks5_up,
          excluded.socks5_up), socks5_down = coalesce(u.socks5_down + excluded.socks5_down, u.socks5_down,
          excluded.socks5_down), socks5_requests = coalesce(u.socks5_requests + excluded.socks5_requests,
          u.socks5_requests, excluded.socks5_requests),
        peak_connections = greatest(u.peak_connections, excluded.peak_connections);
    INSERT INTO gateway_lease AS l (proxy_id, holder, bytes)
      SELECT g.proxy_id, p_holder, g.granted FROM (
        SELECT s.proxy_id, least(s.room, greatest(s.held, least(s.wanted, s.most))) AS granted
        FROM (
          SELECT p.*, CASE WHEN p.others > 0 THEN least(p.share, greatest(16384,
            p.room / 4)) ELSE p.share END AS most
          FROM (
            SELECT d.proxy_id, d.wanted, o.others,
              greatest(a.limit_bytes - m.bytes_up - m.bytes_down - o.others, 0) AS room,
                   greatest(65536, (a.limit_bytes - m.bytes_up - m.bytes_down) / 16) AS share,
                   greatest(coalesce(h.bytes, 0) - d.up - d.down, 0) AS held
            FROM unnest(p_ids, p_up, p_down, p_wanted) AS d (proxy_id, up, down, wanted)
            JOIN proxy a ON a.id = d.proxy_id
            JOIN gateway_meter m ON m.proxy_id = d.proxy_id
            LEFT JOIN gateway_lease h ON h.proxy_id = d.proxy_id AND h.holder = p_holder
            CROSS JOIN LATERAL (SELECT gateway_leased(d.proxy_id, p_holder, p_ttl) AS others) o
            WHERE a.limit_bytes IS NOT NULL AND d.wanted > 0) p) s) g
      WHERE g.granted > 0
      ON CONFLICT (proxy_id, holder) DO UPDATE SET bytes = excluded.bytes;
    DELETE FROM gateway_lease l
      USING unnest(p_ids, p_up, p_down, p_wanted) AS d (proxy_id, up, down, wanted), proxy a, gateway_meter m
      WHERE l.holder = p_holder AND l.proxy_id = d.proxy_id AND a.id = d.proxy_id AND m.proxy_id = d.proxy_id
        AND (d.wanted = 0 OR a.limit_bytes IS NULL
          OR a.limit_bytes - m.bytes_up - m.bytes_down <= gateway_leased(d.proxy_id, p_holder, p_ttl));
  END IF;
  UPDATE gateway_flush f SET seq = greatest(p_seq, v_seq), flushed_at = clock_timestamp()
    WHERE f.gateway_id = p_holder;

  RETURN QUERY
    SELECT m.proxy_id, m.bytes_up + m.bytes_down, coalesce(h.bytes, 0),
           gateway_leased(m.proxy_id, p_holder, p_ttl), a.limit_bytes - m.bytes_up - m.bytes_down, NULL::integer
    FROM gateway_meter m
    JOIN proxy a ON a.id = m.proxy_id
    LEFT JOIN gateway_lease h ON h.proxy_id = m.proxy_id AND h.holder = p_holder
    WHERE m.proxy_id = ANY (p_ids);
  IF v_has_sub_users THEN
    RETURN QUERY
      SELECT s.proxy_id, s.month_bytes, coalesce(h.bytes, 0),
             gateway_sub_user_leased(s.id, p_holder, p_ttl), s.room, s.id
      FROM gateway_sub_user_state s
      LEFT JOIN gateway_sub_user_lease h ON h.sub_user_id = s.id AND h.holder = p_holder
      WHERE s.id = ANY (p_sub_ids);
  END IF;
END
$$;

-- Books a batch once. What is not asked for any more is left out, and hosts beyond 1,000 of a proxy and day are added to
-- its row without a host.
CREATE FUNCTION usage_target_settle(p_holder text, p_seq bigint, p_at timestamptz, p_proxies integer[],
  p_hosts text[], p_up bigint[], p_down bigint[], p_requests bigint[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  v_seq bigint;
  v_day date := (p_at AT TIME ZONE 'Africa/Lagos')::date;
BEGIN
  INSERT INTO gateway_flush (gateway_id, seq, flushed_at) VALUES (p_holder, -1, '-infinity')
    ON CONFLICT (gateway_id) DO NOTHING;
  SELECT f.seq INTO v_seq FROM gateway_flush f WHERE f.gateway_id = p_holder FOR UPDATE;
  IF p_seq <= v_seq THEN
    RETURN;
  END IF;

  INSERT INTO usage_target AS t (proxy_id, day, host, bytes_up, bytes_down, requests)
    SELECT n.proxy_id, v_day, n.host, sum(n.up), sum(n.down), sum(n.requests)
    FROM (
      SELECT d.proxy_id, d.up, d.down, d.requests,
        CASE WHEN d.is_known OR d.held + d.place <= 1000 THEN d.host ELSE '' END AS host
      FROM (
        SELECT c.*, coalesce(h.held, 0) AS held,
          row_number() OVER (PARTITION BY c.proxy_id, c.is_known ORDER BY c.up + c.down DESC, c.host) AS place
        FROM (
          SELECT u.proxy_id, u.host, u.up, u.down, u.requests,
            u.host = '' OR EXISTS (SELECT FROM usage_target k
              WHERE k.proxy_id = u.proxy_id AND k.day = v_day AND k.host = u.host) AS is_known
          FROM unnest(p_proxies, p_hosts, p_up, p_down, p_requests) AS u (proxy_id, host, up, down, requests)
          JOIN gateway_counted_proxy v ON v.proxy_id = u.proxy_id) c
        LEFT JOIN (SELECT k.proxy_id, count(*) AS held FROM usage_target k
          WHERE k.day = v_day AND k.proxy_id = ANY(p_proxies) GROUP BY 1) h ON h.proxy_id = c.proxy_id) d) n
    GROUP BY 1, 3 ORDER BY 1, 3
    ON CONFLICT (proxy_id, day, host) DO UPDATE SET
      bytes_up = t.bytes_up + excluded.bytes_up, bytes_down = t.bytes_down + excluded.bytes_down,
      requests = t.requests + excluded.requests;
  UPDATE gateway_flush f SET seq = p_seq, flushed_at = clock_timestamp() WHERE f.gateway_id = p_holder;
END
$$;

-- What bytes cost at a network, in trillionths of a dollar, with its factor for a region, city or ISP.
CREATE FUNCTION supply_cost_picos(n supply_cost, precise boolean, bytes bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE AS $$
  SELECT round(bytes::numeric * n.cost_usd_micros * 1000000
    * CASE WHEN precise THEN coalesce(n.precise_cost_percent, 100) ELSE 100 END / 100 / n.bytes_per_gb)::bigint
$$;

-- Books a batch of traffic through networks once, at what each network costs now.
CREATE FUNCTION supply_settle(p_holder text, p_seq bigint, p_at timestamptz, p_networks integer[],
  p_proxies integer[], p_countries text[], p_precise boolean[], p_up bigint[], p_down bigint[],
  p_requests bigint[], p_failed_networks integer[], p_reasons text[], p_counts integer[]) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  v_seq bigint;
BEGIN
  INSERT INTO gateway_flush (gateway_id, seq, flushed_at) VALUES (p_holder, -1, '-infinity')
    ON CONFLICT (gateway_id) DO NOTHING;
  SELECT f.seq INTO v_seq FROM gateway_flush f WHERE f.gateway_id = p_holder FOR UPDATE;
  IF p_seq <= v_seq THEN
    RETURN;
  END IF;

  INSERT INTO supply_usage AS u
    (day, network_id, proxy_id, country, precise, kind, bytes_up, bytes_down, requests, cost_usd_picos)
    SELECT date_trunc('day', p_at, 'Africa/Lagos'), d.network_id, d.proxy_id, d.country, d.precise, n.kind,
           d.up, d.down, d.requests, supply_cost_picos(n, d.precise, d.up + d.down)
    FROM unnest(p_networks, p_proxies, p_countries, p_precise, p_up, p_down, p_requests)
      AS d (network_id, proxy_id, country, precise, up, down, requests)
    JOIN supply_cost n ON n.id = d.network_id
    ORDER BY 2, 3, 4, 5
    ON CONFLICT (day, network_id, proxy_id, country, precise) DO UPDATE SET
      bytes_up = u.bytes_up + excluded.bytes_up, bytes_down = u.bytes_down + excluded.bytes_down,
      requests = u.requests + excluded.requests, cost_usd_picos = u.cost_usd_picos + excluded.cost_usd_picos;
  INSERT INTO supply_network_hour AS h (network_id, hour, bytes_up, bytes_down, requests, cost_usd_picos)
    SELECT d.network_id, date_trunc('hour', p_at), sum(d.up), sum(d.down), sum(d.requests),
           sum(supply_cost_picos(n, d.precise, d.up + d.down))
    FROM unnest(p_networks, p_precise, p_up, p_down, p_requests) AS d (network_id, precise, up, down, requests)
    JOIN supply_cost n ON n.id = d.network_id
    GROUP BY d.network_id ORDER BY d.network_id
    ON CONFLICT (network_id, hour) DO UPDATE SET
      bytes_up = h.bytes_up + excluded.bytes_up, bytes_down = h.bytes_down + excluded.bytes_down,
      requests = h.requests + excluded.requests, cost_usd_picos = h.cost_usd_picos + excluded.cost_usd_picos;
  INSERT INTO supply_outcome AS o (network_id, minute, outcome, count)
    SELECT c.network_id, date_bin('5 minutes', p_at, 'epoch'), c.outcome, sum(c.count)
    FROM (
      SELECT network_id, 'asked' AS outcome, requests AS count FROM unnest(p_networks,
        p_requests) AS d (network_id, requests)
      UNION ALL
      SELECT * FROM unnest(p_failed_networks, p_reasons, p_counts)) AS c (network_id, outcome, count)
    WHERE c.count > 0
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (network_id, minute, outcome) DO UPDATE SET count = o.count + excluded.count;
  UPDATE gateway_flush f SET seq = p_seq, flushed_at = clock_timestamp() WHERE f.gateway_id = p_holder;
END
$$;

-- Adds what an hour gained to its day and month, unless later ones have begun, and notifies gateways of a reached budget.
CREATE FUNCTION supply_count_spent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_day date := (NEW.hour AT TIME ZONE 'Africa/Lagos')::date;
  v_bytes bigint := NEW.bytes_up + NEW.bytes_down;
  v_was_reached boolean;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_bytes := v_bytes - OLD.bytes_up - OLD.bytes_down;
  END IF;
  SELECT is_reached INTO v_was_reached FROM supply_budget WHERE network_id = NEW.network_id;
  INSERT INTO supply_spent AS s (network_id, day, day_bytes, month, month_bytes)
    VALUES (NEW.network_id, v_day, v_bytes, date_trunc('month', v_day)::date, v_bytes)
    ON CONFLICT (network_id) DO UPDATE SET
      day = greatest(s.day, excluded.day), month = greatest(s.month, excluded.month),
      day_bytes = CASE WHEN excluded.day > s.day THEN 0 ELSE s.day_bytes END
        + CASE WHEN excluded.day < s.day THEN 0 ELSE excluded.day_bytes END,
      month_bytes = CASE WHEN excluded.month > s.month THEN 0 ELSE s.month_bytes END
        + CASE WHEN excluded.month < s.month THEN 0 ELSE excluded.month_bytes END;
  IF NOT v_was_reached AND EXISTS (SELECT FROM supply_budget WHERE network_id = NEW.network_id AND is_reached) THEN
    PERFORM pg_notify('gateway_exit', '');
  END IF;
  RETURN NULL;
END
$$;
