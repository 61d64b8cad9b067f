import type { MigrationInterface, QueryRunner } from 'typeorm';

const DOWN = `
  SELECT exit_node_id, NULL::integer AS network_id, country FROM supply_health
  WHERE down_since IS NOT NULL AND exit_node_id IS NOT NULL
  UNION ALL
  SELECT NULL, network_id, country FROM supply_health
  WHERE down_since IS NOT NULL AND network_id IS NOT NULL
  UNION ALL
  SELECT NULL, d.network_id, '*' FROM supply_health d
  WHERE d.down_since IS NOT NULL AND d.network_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM supply_health u WHERE u.network_id = d.network_id AND u.down_since IS NULL)
  GROUP BY d.network_id`;

const GATEWAY_NETWORK = `SELECT id, dialect, kind, protocol, host, port, username, password_encrypted, username_template,
  password_template, countries, targets_region, targets_city, targets_isp, weight`;

/** Budgets and concurrent connections at which a network is out of the gateways' choice and out of sale. */
export class LimitNetworks1763600042910 implements MigrationInterface {
  name = 'LimitNetworks1763600042910';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE supply_network
        ADD COLUMN monthly_budget_gb integer,
        ADD COLUMN concurrency_limit integer,
        ADD COLUMN minimum_balance_usd_micros bigint,
        ADD CONSTRAINT supply_network_limits_check CHECK
          (daily_budget_gb > 0 AND monthly_budget_gb > 0 AND concurrency_limit > 0)`);
    // One row per network, so that the lists of what is on sale need not add up hours.
    await runner.query(`
      CREATE TABLE supply_spent (
        network_id integer NOT NULL,
        day date NOT NULL,
        day_bytes bigint NOT NULL,
        month date NOT NULL,
        month_bytes bigint NOT NULL,
        CONSTRAINT supply_spent_pkey PRIMARY KEY (network_id)
      ) WITH (fillfactor = 50)`);
    await runner.query(`
      INSERT INTO supply_spent
      SELECT network_id, today, coalesce(sum(bytes_up + bytes_down) FILTER (WHERE hour >= today::timestamp AT TIME ZONE 'Africa/Lagos'), 0),
             date_trunc('month', today)::date, coalesce(sum(bytes_up + bytes_down) FILTER
               (WHERE hour >= date_trunc('month', today::timestamp) AT TIME ZONE 'Africa/Lagos'), 0)
      FROM supply_network_hour, (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) AS t GROUP BY network_id, today`);
    await runner.query(`
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
             (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) AS t) AS spent`);
    await runner.query(COUNT_SPENT);
    await runner.query(`
      CREATE TRIGGER supply_network_hour_spent AFTER INSERT OR UPDATE ON supply_network_hour
      FOR EACH ROW EXECUTE FUNCTION supply_count_spent()`);
    await runner.query(`
      CREATE OR REPLACE VIEW supply_down AS ${DOWN}
      UNION ALL
      SELECT NULL, network_id, '*' FROM supply_budget WHERE is_reached`);
    await runner.query(`
      CREATE OR REPLACE VIEW gateway_network AS
      ${GATEWAY_NETWORK}, concurrency_limit FROM supply_network WHERE enabled`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW gateway_network`);
    await runner.query(
      `CREATE VIEW gateway_network AS ${GATEWAY_NETWORK} FROM supply_network WHERE enabled`,
    );
    await runner.query(`CREATE OR REPLACE VIEW supply_down AS ${DOWN}`);
    await runner.query(`DROP TRIGGER supply_network_hour_spent ON supply_network_hour`);
    await runner.query(`DROP FUNCTION supply_count_spent`);
    await runner.query(`DROP VIEW supply_budget`);
    await runner.query(`DROP TABLE supply_spent`);
    await runner.query(`
      ALTER TABLE supply_network DROP CONSTRAINT supply_network_limits_check, DROP COLUMN monthly_budget_gb,
        DROP COLUMN concurrency_limit, DROP COLUMN minimum_balance_usd_micros`);
  }
}

/** Adds what an hour gained to its day and month, unless later ones have begun, and tells gateways of a budget that is reached. */
const COUNT_SPENT = `
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
  $$
`;
