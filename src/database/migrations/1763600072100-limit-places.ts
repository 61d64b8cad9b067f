import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where traffic may leave, as it was sold; what was sold before may leave everywhere. */
export class LimitPlaces1763600072100 implements MigrationInterface {
  name = 'LimitPlaces1763600072100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proxy_order ADD COLUMN reach jsonb,
        DROP CONSTRAINT proxy_order_kind_check,
        ADD CONSTRAINT proxy_order_kind_check CHECK (kind IN ('purchase', 'renewal', 'traffic', 'place'))`);
    await runner.query(`ALTER TABLE proxy ADD COLUMN reach jsonb`);
    await runner.query(`
      CREATE OR REPLACE VIEW gateway_credential AS ${CREDENTIAL_COLUMNS}, p.reach
      ${CREDENTIAL_TABLES} LEFT JOIN proxy p ON p.provider = 'embedded' AND p.proxy_api_id = a.api_id`);
    await runner.query(`
      CREATE FUNCTION notify_proxy_reach() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('gateway_credential', id::text) FROM gateway_account WHERE api_id = NEW.proxy_api_id;
        RETURN NULL;
      END
      $$`);
    await runner.query(`
      CREATE TRIGGER proxy_reach_notify AFTER UPDATE OF reach ON proxy
      FOR EACH ROW WHEN (OLD.reach IS DISTINCT FROM NEW.reach) EXECUTE FUNCTION notify_proxy_reach()`);
    await runner.query(CREATE_OFF_SALE);
    await runner.query(`
      CREATE TRIGGER price_list_notify AFTER INSERT OR UPDATE ON price_list
      FOR EACH STATEMENT EXECUTE FUNCTION notify_table_changed('price_list')`);
  }

  /** Refuses while places are bought: their orders have no other kind. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER price_list_notify ON price_list`);
    await runner.query(`DROP VIEW gateway_off_sale`);
    await runner.query(`DROP TRIGGER proxy_reach_notify ON proxy`);
    await runner.query(`DROP FUNCTION notify_proxy_reach`);
    await runner.query(`DROP VIEW gateway_credential`);
    await runner.query(
      `CREATE VIEW gateway_credential AS ${CREDENTIAL_COLUMNS} ${CREDENTIAL_TABLES}`,
    );
    await runner.query(`ALTER TABLE proxy DROP COLUMN reach`);
    await runner.query(`
      ALTER TABLE proxy_order DROP COLUMN reach,
        DROP CONSTRAINT proxy_order_kind_check,
        ADD CONSTRAINT proxy_order_kind_check CHECK (kind IN ('purchase', 'renewal', 'traffic'))`);
  }
}

const CREDENTIAL_COLUMNS = `
  SELECT a.id AS proxy_id, a.username, a.password_digest, a.kind, a.protocol, a.country,
         a.region, a.city, a.isp, a.ttl_minutes, a.session_id, a.exit_node_id,
         a.exit_address, a.limit_bytes,
         coalesce(m.bytes_up + m.bytes_down, 0)::bigint AS used_bytes,
         CASE WHEN a.expires_at <= now() THEN 'expired' ELSE a.status END AS status,
         a.expires_at`;
const CREDENTIAL_TABLES = `FROM gateway_account a LEFT JOIN gateway_meter m ON m.proxy_id = a.id`;

/**
 * Whether no package of a kind is on sale in a country, by the list in force; `*` stands for all that the list does not
 * name.
 * A country's own price comes before that of its first group with one, and that before the default, as in the shop.
 */
const CREATE_OFF_SALE = `
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
  FROM country JOIN package USING (kind) GROUP BY 1, 2`;
