import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Traffic by host, of customers who have asked for it. */
export class CountTargets1763600070300 implements MigrationInterface {
  name = 'CountTargets1763600070300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usage_target_choice (
        user_id integer NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT usage_target_choice_pkey PRIMARY KEY (user_id),
        CONSTRAINT usage_target_choice_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id))`);
    await runner.query(`
      CREATE TRIGGER usage_target_choice_notify AFTER INSERT OR DELETE OR TRUNCATE ON usage_target_choice
      FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('usage_target_choice')`);
    await runner.query(`
      CREATE TABLE usage_target (
        proxy_id integer NOT NULL,
        day date NOT NULL,
        host text NOT NULL,
        bytes_up bigint DEFAULT 0 NOT NULL,
        bytes_down bigint DEFAULT 0 NOT NULL,
        requests bigint DEFAULT 0 NOT NULL,
        CONSTRAINT usage_target_pkey PRIMARY KEY (proxy_id, day, host))`);
    await runner.query(`CREATE INDEX usage_target_day_idx ON usage_target (day)`);
    await runner.query(`
      CREATE VIEW gateway_counted_proxy AS
      SELECT g.id AS proxy_id
      FROM usage_target_choice c
      JOIN proxy p ON p.user_id = c.user_id AND p.provider = 'embedded'
      JOIN gateway_account g ON g.api_id = p.proxy_api_id
      WHERE g.expires_at > now()`);
    await runner.query(CREATE_SETTLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION usage_target_settle`);
    await runner.query(`DROP VIEW gateway_counted_proxy`);
    await runner.query(`DROP TABLE usage_target`);
    await runner.query(`DROP TABLE usage_target_choice`);
  }
}

/**
 * Books a batch once; `gateway_flush` has the number of the last batch of each process. What is not asked for any more is
 * left out, and hosts beyond 1,000 of a proxy and day are added to its row without a host.
 */
const CREATE_SETTLE = `
  CREATE FUNCTION usage_target_settle(
    p_holder text, p_seq bigint, p_at timestamptz,
    p_proxies integer[], p_hosts text[], p_up bigint[], p_down bigint[], p_requests bigint[])
  RETURNS void LANGUAGE plpgsql AS $$
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
  $$
`;
