import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The gateway's door into the database: two views it reads, three tables it meters into, and the
 * notifications that tell it (and every process that caches settings) what changed.
 */
export class OpenGatewayDoor1763600200000 implements MigrationInterface {
  name = 'OpenGatewayDoor1763600200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE gateway_flush (
        gateway_id text NOT NULL,
        seq bigint NOT NULL,
        flushed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (gateway_id, seq)
      )`);
    await queryRunner.query(`
      CREATE TABLE gateway_meter (
        proxy_id integer PRIMARY KEY REFERENCES gateway_account (id),
        bytes_up bigint NOT NULL DEFAULT 0,
        bytes_down bigint NOT NULL DEFAULT 0,
        requests bigint NOT NULL DEFAULT 0,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query(`
      CREATE TABLE usage_hour (
        proxy_id integer NOT NULL REFERENCES gateway_account (id),
        hour timestamptz NOT NULL,
        bytes_up bigint NOT NULL DEFAULT 0,
        bytes_down bigint NOT NULL DEFAULT 0,
        requests bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (proxy_id, hour)
      )`);
    await queryRunner.query(`CREATE INDEX usage_hour_hour_idx ON usage_hour (hour)`);

    await queryRunner.query(`
      CREATE VIEW gateway_credential AS
      SELECT a.id AS proxy_id, a.username, a.password_digest, a.kind, a.protocol, a.country,
             a.region, a.city, a.isp, a.ttl_minutes, a.session_id, a.exit_node_id,
             a.exit_address, a.limit_bytes,
             coalesce(m.bytes_up + m.bytes_down, 0)::bigint AS used_bytes,
             CASE WHEN a.expires_at <= now() THEN 'expired' ELSE a.status END AS status,
             a.expires_at
      FROM gateway_account a LEFT JOIN gateway_meter m ON m.proxy_id = a.id`);
    await queryRunner.query(`
      CREATE VIEW gateway_exit AS
      SELECT id, kind, country, region_code AS region, city_code AS city, isp_code AS isp,
             leave, local_address, upstream_url_encrypted, weight, simulated
      FROM exit_node WHERE enabled`);

    await queryRunner.query(`
      CREATE FUNCTION tell_gateway_account() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('gateway_credential', NEW.id::text);
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER gateway_account_tell AFTER INSERT OR UPDATE ON gateway_account
      FOR EACH ROW EXECUTE FUNCTION tell_gateway_account()`);
    await queryRunner.query(`
      CREATE FUNCTION tell_table_changed() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify(TG_ARGV[0], '');
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER exit_node_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON exit_node
      FOR EACH STATEMENT EXECUTE FUNCTION tell_table_changed('gateway_exit')`);
    await queryRunner.query(`
      CREATE TRIGGER setting_tell AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON setting
      FOR EACH STATEMENT EXECUTE FUNCTION tell_table_changed('settings')`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER setting_tell ON setting`);
    await queryRunner.query(`DROP TRIGGER exit_node_tell ON exit_node`);
    await queryRunner.query(`DROP TRIGGER gateway_account_tell ON gateway_account`);
    await queryRunner.query(`DROP FUNCTION tell_table_changed()`);
    await queryRunner.query(`DROP FUNCTION tell_gateway_account()`);
    await queryRunner.query(`DROP VIEW gateway_exit`);
    await queryRunner.query(`DROP VIEW gateway_credential`);
    await queryRunner.query(`DROP TABLE usage_hour`);
    await queryRunner.query(`DROP TABLE gateway_meter`);
    await queryRunner.query(`DROP TABLE gateway_flush`);
  }
}
