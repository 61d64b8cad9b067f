import type { MigrationInterface, QueryRunner } from 'typeorm';

const PROTOCOLS = ['http', 'connect', 'socks5'];
const SUMS = PROTOCOLS.flatMap((name) =>
  ['up', 'down', 'requests'].map((what) => `${name}_${what}`),
);
const all = (toText: (column: string) => string, columns = SUMS) => columns.map(toText).join(', ');

/**
 * Traffic by protocol and the most connections at once, in the rows of `usage_hour`, so that the parts are saved with
 * the whole. Null: none, or not counted yet.
 */
export class CountProtocols1763600070800 implements MigrationInterface {
  name = 'CountProtocols1763600070800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE usage_hour ${all((column) => `ADD COLUMN ${column} bigint`)}, ADD COLUMN peak_connections integer`,
    );
    await runner.query(CREATE_SETTLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION gateway_settle_batch`);
    await runner.query(
      `ALTER TABLE usage_hour ${all((column) => `DROP COLUMN ${column}`)}, DROP COLUMN peak_connections`,
    );
  }
}

/**
 * Books a batch once, with its failures and its sub-users, and leases what it asks for. A function, because the leases of
 * the others must be read after the rows are locked: that takes a second statement, with a later snapshot, in the same
 * round trip. It takes the place of `gateway_settle`, `…_with_failures` and `…_with_sub_users`, which stay for gateways of
 * the previous release.
 *
 * For each proxy: used + leases of live processes <= limit; for each sub-user the same in his day and month. A lease
 * shrinks only when its holder returns it (wants 0) or was silent too long, since the holder goes on using it meanwhile.
 * One lease takes a sixteenth of what remains at most, or 64 KiB, and less while others hold some, so that nobody waits
 * long for the last bytes.
 */
const CREATE_SETTLE = `
  CREATE FUNCTION gateway_settle_batch(
    p_holder text, p_seq bigint, p_at timestamptz, p_ttl interval,
    p_ids integer[], p_up bigint[], p_down bigint[], p_requests bigint[], p_wanted bigint[],
    ${all((column) => `p_${column} bigint[]`)}, p_peaks integer[],
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
                   CASE WHEN q.others > 0 THEN least(q.share, greatest(16384, q.free / 4)) ELSE q.share END))) AS granted
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
        JOIN gateway_account a ON a.id = d.proxy_id
        GROUP BY d.proxy_id, d.reason ORDER BY d.proxy_id, d.reason
        ON CONFLICT (proxy_id, hour, reason) DO UPDATE SET
          count = u.count + excluded.count, last_at = greatest(u.last_at, excluded.last_at);
    END IF;

    INSERT INTO gateway_meter (proxy_id)
      SELECT a.id FROM gateway_account a
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
      INSERT INTO usage_hour AS u (proxy_id, hour, bytes_up, bytes_down, requests, ${all((column) => column)}, peak_connections)
        SELECT m.proxy_id, date_trunc('hour', p_at), d.up, d.down, d.requests, ${all((column) => `d.${column}`)}, d.peak
        FROM unnest(p_ids, p_up, p_down, p_requests, ${all((column) => `p_${column}`)}, p_peaks)
          AS d (proxy_id, up, down, requests, ${all((column) => column)}, peak)
        JOIN gateway_meter m ON m.proxy_id = d.proxy_id
        WHERE d.up + d.down + d.requests > 0
        ORDER BY m.proxy_id
        ON CONFLICT (proxy_id, hour) DO UPDATE SET bytes_up = u.bytes_up + excluded.bytes_up,
          bytes_down = u.bytes_down + excluded.bytes_down, requests = u.requests + excluded.requests,
          ${all((column) => `${column} = coalesce(u.${column} + excluded.${column}, u.${column}, excluded.${column})`)},
          peak_connections = greatest(u.peak_connections, excluded.peak_connections);
      INSERT INTO gateway_lease AS l (proxy_id, holder, bytes)
        SELECT g.proxy_id, p_holder, g.granted FROM (
          SELECT s.proxy_id, least(s.room, greatest(s.held, least(s.wanted, s.most))) AS granted
          FROM (
            SELECT p.*, CASE WHEN p.others > 0 THEN least(p.share, greatest(16384, p.room / 4)) ELSE p.share END AS most
            FROM (
              SELECT d.proxy_id, d.wanted, o.others, greatest(a.limit_bytes - m.bytes_up - m.bytes_down - o.others, 0) AS room,
                     greatest(65536, (a.limit_bytes - m.bytes_up - m.bytes_down) / 16) AS share,
                     greatest(coalesce(h.bytes, 0) - d.up - d.down, 0) AS held
              FROM unnest(p_ids, p_up, p_down, p_wanted) AS d (proxy_id, up, down, wanted)
              JOIN gateway_account a ON a.id = d.proxy_id
              JOIN gateway_meter m ON m.proxy_id = d.proxy_id
              LEFT JOIN gateway_lease h ON h.proxy_id = d.proxy_id AND h.holder = p_holder
              CROSS JOIN LATERAL (SELECT gateway_leased(d.proxy_id, p_holder, p_ttl) AS others) o
              WHERE a.limit_bytes IS NOT NULL AND d.wanted > 0) p) s) g
        WHERE g.granted > 0
        ON CONFLICT (proxy_id, holder) DO UPDATE SET bytes = excluded.bytes;
      DELETE FROM gateway_lease l
        USING unnest(p_ids, p_up, p_down, p_wanted) AS d (proxy_id, up, down, wanted), gateway_account a, gateway_meter m
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
      JOIN gateway_account a ON a.id = m.proxy_id
      LEFT JOIN gateway_lease h ON h.proxy_id = m.proxy_id AND h.holder = p_holder
      WHERE m.proxy_id = ANY (p_ids);
    IF v_has_sub_users THEN
      RETURN QUERY
        SELECT s.account_id, s.month_bytes, coalesce(h.bytes, 0),
               gateway_sub_user_leased(s.id, p_holder, p_ttl), s.room, s.id
        FROM gateway_sub_user_state s
        LEFT JOIN gateway_sub_user_lease h ON h.sub_user_id = s.id AND h.holder = p_holder
        WHERE s.id = ANY (p_sub_ids);
    END IF;
  END
  $$
`;
