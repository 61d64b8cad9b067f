import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gateways reserve slices of a quota before they relay them, so that a quota is exact on any number of gateways.
 * `gateway_flush` keeps one row per gateway process instead of one per batch, and `gateway_meter` is indexed by the
 * minute of its last change, so that most of its updates touch no index.
 */
export class LeaseQuotas1763600031000 implements MigrationInterface {
  name = 'LeaseQuotas1763600031000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DELETE FROM gateway_flush f
      WHERE EXISTS (SELECT 1 FROM gateway_flush n WHERE n.gateway_id = f.gateway_id AND n.seq > f.seq)
    `);
    await queryRunner.query(`
      ALTER TABLE gateway_flush DROP CONSTRAINT gateway_flush_pkey,
        ADD CONSTRAINT gateway_flush_pkey PRIMARY KEY (gateway_id)
    `);
    await queryRunner.query(`ALTER TABLE gateway_flush SET (fillfactor = 50)`);
    await queryRunner.query(`
      ALTER TABLE gateway_meter
        ADD COLUMN changed_minute timestamptz DEFAULT date_trunc('minute', now()) NOT NULL
    `);
    await queryRunner.query(
      `UPDATE gateway_meter SET changed_minute = date_trunc('minute', updated_at)`,
    );
    await queryRunner.query(`DROP INDEX gateway_meter_updated_at_idx`);
    await queryRunner.query(
      `CREATE INDEX gateway_meter_changed_minute_idx ON gateway_meter (changed_minute, proxy_id)`,
    );
    await queryRunner.query(`ALTER TABLE gateway_meter SET (fillfactor = 70)`);
    await queryRunner.query(`
      CREATE TABLE gateway_lease (
        proxy_id integer NOT NULL,
        holder text NOT NULL,
        bytes bigint NOT NULL,
        CONSTRAINT gateway_lease_pkey PRIMARY KEY (proxy_id, holder),
        CONSTRAINT gateway_lease_bytes_check CHECK (bytes > 0)
      ) WITH (fillfactor = 50)
    `);
    await queryRunner.query(`CREATE INDEX gateway_lease_holder_idx ON gateway_lease (holder)`);
    await queryRunner.query(CREATE_LEASED);
    await queryRunner.query(CREATE_SETTLE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION gateway_settle`);
    await queryRunner.query(`DROP FUNCTION gateway_leased`);
    await queryRunner.query(`DROP TABLE gateway_lease`);
    await queryRunner.query(`ALTER TABLE gateway_meter RESET (fillfactor)`);
    await queryRunner.query(`DROP INDEX gateway_meter_changed_minute_idx`);
    await queryRunner.query(
      `CREATE INDEX gateway_meter_updated_at_idx ON gateway_meter (updated_at, proxy_id)`,
    );
    await queryRunner.query(`ALTER TABLE gateway_meter DROP COLUMN changed_minute`);
    await queryRunner.query(`ALTER TABLE gateway_flush RESET (fillfactor)`);
    await queryRunner.query(`
      ALTER TABLE gateway_flush DROP CONSTRAINT gateway_flush_pkey,
        ADD CONSTRAINT gateway_flush_pkey PRIMARY KEY (gateway_id, seq)
    `);
  }
}

/** Bytes of a proxy's quota that gateway processes hold, except one. A process that was silent longer holds nothing. */
const CREATE_LEASED = `
  CREATE FUNCTION gateway_leased(
    p_proxy_id integer, p_except text DEFAULT '', p_ttl interval DEFAULT '10 seconds')
  RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(sum(l.bytes), 0)::bigint
    FROM gateway_lease l JOIN gateway_flush f ON f.gateway_id = l.holder
    WHERE l.proxy_id = p_proxy_id AND l.holder <> p_except
      AND f.flushed_at > clock_timestamp() - p_ttl
  $$
`;

/**
 * Books a batch of usage once, and leases. A function, because the leases of the others must be read after the proxies'
 * rows are locked: that takes a second statement, with a later snapshot, in the same round trip.
 *
 * For each proxy: used + leases of live processes <= limit. A lease shrinks only when its holder returns it (wants 0) or
 * was silent too long, since the holder goes on using it meanwhile. One lease takes a sixteenth of what remains at most,
 * or 64 KiB, and less while others hold some, so that nobody waits long for the last bytes.
 */
const CREATE_SETTLE = `
  CREATE FUNCTION gateway_settle(
    p_holder text, p_seq bigint, p_at timestamptz, p_ttl interval,
    p_ids integer[], p_up bigint[], p_down bigint[], p_requests bigint[], p_wanted bigint[])
  RETURNS TABLE (proxy_id integer, used bigint, lease bigint, others bigint, remaining bigint)
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    v_seq bigint;
    v_is_live boolean;
  BEGIN
    INSERT INTO gateway_flush (gateway_id, seq, flushed_at) VALUES (p_holder, -1, '-infinity')
      ON CONFLICT (gateway_id) DO NOTHING;
    SELECT f.seq, f.flushed_at > clock_timestamp() - p_ttl INTO v_seq, v_is_live
      FROM gateway_flush f WHERE f.gateway_id = p_holder FOR UPDATE;
    IF NOT v_is_live THEN
      DELETE FROM gateway_lease l WHERE l.holder = p_holder;
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
      INSERT INTO usage_hour AS u (proxy_id, hour, bytes_up, bytes_down, requests)
        SELECT m.proxy_id, date_trunc('hour', p_at), d.up, d.down, d.requests
        FROM unnest(p_ids, p_up, p_down, p_requests) AS d (proxy_id, up, down, requests)
        JOIN gateway_meter m ON m.proxy_id = d.proxy_id
        WHERE d.up + d.down + d.requests > 0
        ORDER BY m.proxy_id
        ON CONFLICT (proxy_id, hour) DO UPDATE SET bytes_up = u.bytes_up + excluded.bytes_up,
          bytes_down = u.bytes_down + excluded.bytes_down, requests = u.requests + excluded.requests;
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
             gateway_leased(m.proxy_id, p_holder, p_ttl), a.limit_bytes - m.bytes_up - m.bytes_down
      FROM gateway_meter m
      JOIN gateway_account a ON a.id = m.proxy_id
      LEFT JOIN gateway_lease h ON h.proxy_id = m.proxy_id AND h.holder = p_holder
      WHERE m.proxy_id = ANY (p_ids);
  END
  $$
`;
