import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An allowed address counts only for the customer who has proved it, by a request with a password from there. Addresses
 * that one customer allows stay active; those that several allow have to be proved.
 */
export class ProveAddresses1763600072200 implements MigrationInterface {
  name = 'ProveAddresses1763600072200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE address_holder (
        address text NOT NULL,
        user_id integer NOT NULL,
        proven_at timestamptz DEFAULT now() NOT NULL,
        last_used_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT address_holder_pkey PRIMARY KEY (address),
        CONSTRAINT address_holder_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX address_holder_user_id_idx ON address_holder (user_id)`);
    await runner.query(`
      INSERT INTO address_holder (address, user_id)
      SELECT address, min(user_id) FROM allowed_address GROUP BY address HAVING count(DISTINCT user_id) = 1`);
    await runner.query(`
      CREATE VIEW held_address AS
      SELECT address, user_id, last_used_at FROM address_holder WHERE last_used_at > now() - interval '30 days'`);
    await runner.query(allowedAddresses('JOIN held_address h USING (address, user_id)'));
    await runner.query(`
      CREATE VIEW gateway_pending_address AS
      SELECT DISTINCT a.address FROM allowed_address a
      WHERE NOT EXISTS (SELECT FROM held_address h WHERE h.address = a.address)`);
    await runner.query(`
      CREATE FUNCTION gateway_prove_address(proven text, account_id integer) RETURNS void
      LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        -- The lock: whoever removes the address comes first, or finds the proof to drop.
        WITH listed AS (
          SELECT a.user_id FROM allowed_address a
          JOIN proxy p ON p.user_id = a.user_id AND p.provider = 'embedded'
          JOIN gateway_account g ON g.api_id = p.proxy_api_id
          WHERE a.address = proven AND g.id = account_id FOR KEY SHARE OF a
        )
        INSERT INTO address_holder AS h (address, user_id)
        SELECT DISTINCT proven, user_id FROM listed
        ON CONFLICT (address) DO UPDATE SET user_id = excluded.user_id, proven_at = now(), last_used_at = now()
        WHERE h.last_used_at <= now() - interval '30 days'
      $$`);
    await runner.query(`REVOKE ALL ON FUNCTION gateway_prove_address(text, integer) FROM PUBLIC`);
    await runner.query(`
      CREATE TRIGGER address_holder_notify AFTER INSERT OR DELETE OR UPDATE OF user_id ON address_holder
      FOR EACH ROW EXECUTE FUNCTION notify_allowed_address()`);
    await runner.query(`
      CREATE FUNCTION drop_address_holder() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM address_holder h WHERE h.address = OLD.address AND h.user_id = OLD.user_id AND NOT EXISTS (
          SELECT FROM allowed_address a WHERE a.address = OLD.address AND a.user_id = OLD.user_id
        );
        RETURN NULL;
      END
      $$`);
    await runner.query(`
      CREATE TRIGGER allowed_address_drop_holder AFTER DELETE ON allowed_address
      FOR EACH ROW EXECUTE FUNCTION drop_address_holder()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER allowed_address_drop_holder ON allowed_address`);
    await runner.query(`DROP FUNCTION drop_address_holder()`);
    await runner.query(`DROP FUNCTION gateway_prove_address(text, integer)`);
    await runner.query(`DROP VIEW gateway_pending_address`);
    await runner.query(allowedAddresses(''));
    await runner.query(`DROP VIEW held_address`);
    await runner.query(`DROP TABLE address_holder`);
  }
}

/** @param join which of the listed addresses count. */
const allowedAddresses = (join: string): string => `
  CREATE OR REPLACE VIEW gateway_allowed_address AS
  SELECT a.address, g.id AS proxy_id, g.username,
         (g.status = 'active' AND g.expires_at > now()) AS active
  FROM allowed_address a ${join}
  JOIN proxy p ON p.user_id = a.user_id AND (a.proxy_id IS NULL OR a.proxy_id = p.id)
  JOIN gateway_account g ON g.api_id = p.proxy_api_id AND p.provider = 'embedded'
  WHERE NOT EXISTS (
    SELECT FROM setting WHERE key = 'addressAccessEnabled' AND value = 'false'::jsonb
  )`;
