import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refused requests of proxies by hour and reason, saved with the usage of the same batch. */
export class CountFailures1763600043500 implements MigrationInterface {
  name = 'CountFailures1763600043500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usage_failure (
        proxy_id integer NOT NULL,
        hour timestamptz NOT NULL,
        reason text NOT NULL,
        count bigint NOT NULL,
        last_at timestamptz NOT NULL,
        CONSTRAINT usage_failure_pkey PRIMARY KEY (proxy_id, hour, reason),
        CONSTRAINT usage_failure_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES gateway_account(id)
      ) WITH (fillfactor = 50)
    `);
    await runner.query(`CREATE INDEX usage_failure_hour_idx ON usage_failure (hour)`);
    await runner.query(CREATE_SETTLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION gateway_settle_with_failures`);
    await runner.query(`DROP TABLE usage_failure`);
  }
}

/**
 * Books a batch that has failures. They count once, because they are written in the transaction that raises the number
 * of the process's last batch. A function beside `gateway_settle`, so that batches without failures cost what they did,
 * and gateways of the previous release go on during an update.
 */
const CREATE_SETTLE = `
  CREATE FUNCTION gateway_settle_with_failures(
    p_holder text, p_seq bigint, p_at timestamptz, p_ttl interval,
    p_ids integer[], p_up bigint[], p_down bigint[], p_requests bigint[], p_wanted bigint[],
    p_failed_ids integer[], p_reasons text[], p_counts bigint[])
  RETURNS TABLE (proxy_id integer, used bigint, lease bigint, others bigint, remaining bigint)
  LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    v_seq bigint;
  BEGIN
    INSERT INTO gateway_flush (gateway_id, seq, flushed_at) VALUES (p_holder, -1, '-infinity')
      ON CONFLICT (gateway_id) DO NOTHING;
    SELECT f.seq INTO v_seq FROM gateway_flush f WHERE f.gateway_id = p_holder FOR UPDATE;
    IF p_seq > v_seq THEN
      INSERT INTO usage_failure AS u (proxy_id, hour, reason, count, last_at)
        SELECT d.proxy_id, date_trunc('hour', p_at), d.reason, sum(d.count), p_at
        FROM unnest(p_failed_ids, p_reasons, p_counts) AS d (proxy_id, reason, count)
        JOIN gateway_account a ON a.id = d.proxy_id
        GROUP BY d.proxy_id, d.reason ORDER BY d.proxy_id, d.reason
        ON CONFLICT (proxy_id, hour, reason) DO UPDATE SET
          count = u.count + excluded.count, last_at = greatest(u.last_at, excluded.last_at);
    END IF;
    RETURN QUERY SELECT * FROM gateway_settle(
      p_holder, p_seq, p_at, p_ttl, p_ids, p_up, p_down, p_requests, p_wanted);
  END
  $$
`;
