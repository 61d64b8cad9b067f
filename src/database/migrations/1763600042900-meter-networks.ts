import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What passes through the networks of providers, what it costs, and what failed there. */
export class MeterNetworks1763600042900 implements MigrationInterface {
  name = 'MeterNetworks1763600042900';

  async up(runner: QueryRunner): Promise<void> {
    // A network that is removed leaves its costs in the books, so nothing refers to it.
    await runner.query(`
      CREATE TABLE supply_usage (
        day timestamptz NOT NULL,
        network_id integer NOT NULL,
        proxy_id integer NOT NULL,
        country text NOT NULL,
        precise boolean NOT NULL,
        kind text NOT NULL,
        bytes_up bigint DEFAULT 0 NOT NULL,
        bytes_down bigint DEFAULT 0 NOT NULL,
        requests bigint DEFAULT 0 NOT NULL,
        cost_usd_picos bigint DEFAULT 0 NOT NULL,
        CONSTRAINT supply_usage_pkey PRIMARY KEY (day, network_id, proxy_id, country, precise)
      ) PARTITION BY RANGE (day)`);
    await runner.query(`CREATE TABLE supply_usage_default PARTITION OF supply_usage DEFAULT`);
    await runner.query(`SELECT create_month_partitions('supply_usage', now(), 3)`);
    await runner.query(`
      CREATE TABLE supply_network_hour (
        network_id integer NOT NULL,
        hour timestamptz NOT NULL,
        bytes_up bigint DEFAULT 0 NOT NULL,
        bytes_down bigint DEFAULT 0 NOT NULL,
        requests bigint DEFAULT 0 NOT NULL,
        cost_usd_picos bigint DEFAULT 0 NOT NULL,
        CONSTRAINT supply_network_hour_pkey PRIMARY KEY (network_id, hour)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      CREATE TABLE supply_outcome (
        network_id integer NOT NULL,
        minute timestamptz NOT NULL,
        outcome text NOT NULL,
        count bigint NOT NULL,
        CONSTRAINT supply_outcome_pkey PRIMARY KEY (network_id, minute, outcome)
      ) WITH (fillfactor = 50)`);
    // What the gateways may read of a network's price.
    await runner.query(`
      CREATE VIEW supply_cost AS
      SELECT id, kind, cost_usd_micros, bytes_per_gb, precise_cost_percent FROM supply_network`);
    await runner.query(CREATE_COST);
    await runner.query(CREATE_SETTLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION supply_settle`);
    await runner.query(`DROP FUNCTION supply_cost_picos`);
    await runner.query(`DROP VIEW supply_cost`);
    await runner.query(`DROP TABLE supply_outcome`);
    await runner.query(`DROP TABLE supply_network_hour`);
    await runner.query(`DROP TABLE supply_usage`);
  }
}

/** What bytes cost at a network, in trillionths of a dollar, with its factor for a region, city or ISP. */
const CREATE_COST = `
  CREATE FUNCTION supply_cost_picos(n supply_cost, precise boolean, bytes bigint)
  RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT round(bytes::numeric * n.cost_usd_micros * 1000000
      * CASE WHEN precise THEN coalesce(n.precise_cost_percent, 100) ELSE 100 END / 100 / n.bytes_per_gb)::bigint
  $$
`;

/**
 * Books a batch of what passed through networks once, at what each network costs now. `gateway_flush` has the number of
 * the last batch of each process. Costs are trillionths of a dollar, so that rounding each batch adds up to nothing.
 */
const CREATE_SETTLE = `
  CREATE FUNCTION supply_settle(
    p_holder text, p_seq bigint, p_at timestamptz,
    p_networks integer[], p_proxies integer[], p_countries text[], p_precise boolean[],
    p_up bigint[], p_down bigint[], p_requests bigint[],
    p_failed_networks integer[], p_reasons text[], p_counts integer[])
  RETURNS void LANGUAGE plpgsql AS $$
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
        SELECT network_id, 'asked' AS outcome, requests AS count FROM unnest(p_networks, p_requests) AS d (network_id, requests)
        UNION ALL
        SELECT * FROM unnest(p_failed_networks, p_reasons, p_counts)) AS c (network_id, outcome, count)
      WHERE c.count > 0
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (network_id, minute, outcome) DO UPDATE SET count = o.count + excluded.count;
    UPDATE gateway_flush f SET seq = p_seq, flushed_at = clock_timestamp() WHERE f.gateway_id = p_holder;
  END
  $$
`;
