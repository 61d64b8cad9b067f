import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What others may have left in an account whose password was reset by mail. Until its owner has decided about them, everything of
 * these kinds that was created before `users.review_since` is paused.
 */
export class AddSecurityReview1763600072410 implements MigrationInterface {
  name = 'AddSecurityReview1763600072410';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users ADD review_since timestamptz`);
    await runner.query(
      toAddressView(
        ` AND NOT EXISTS (SELECT FROM users u WHERE u.id = a.user_id AND a.created_at < u.review_since)`,
      ),
    );
    await runner.query(
      toSubUserView(`(s.suspended OR EXISTS (
           SELECT FROM gateway_account g
           JOIN proxy p ON p.proxy_api_id = g.api_id AND p.provider = 'embedded'
           JOIN users o ON o.id = p.user_id
           WHERE g.id = s.account_id AND s.created_at < o.review_since)) AS suspended`),
    );
    await runner.query(`
      CREATE FUNCTION notify_security_review() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('allowed_address', a.address) FROM allowed_address a WHERE a.user_id = NEW.id;
        PERFORM pg_notify('gateway_credential', g.id::text) FROM proxy p
          JOIN gateway_account g ON g.api_id = p.proxy_api_id
          WHERE p.user_id = NEW.id AND p.provider = 'embedded'
            AND EXISTS (SELECT FROM gateway_sub_user s WHERE s.account_id = g.id);
        RETURN NULL;
      END
      $$`);
    await runner.query(`
      CREATE TRIGGER users_security_review_notify AFTER UPDATE OF review_since ON users
      FOR EACH ROW WHEN (old.review_since IS DISTINCT FROM new.review_since)
      EXECUTE FUNCTION notify_security_review()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER users_security_review_notify ON users`);
    await runner.query(`DROP FUNCTION notify_security_review()`);
    await runner.query(toSubUserView('s.suspended'));
    await runner.query(toAddressView(''));
    await runner.query(`ALTER TABLE users DROP COLUMN review_since`);
  }
}

const toAddressView = (condition: string): string => `
  CREATE OR REPLACE VIEW gateway_allowed_address AS
  SELECT a.address, g.id AS proxy_id, g.username,
         (g.status = 'active' AND g.expires_at > now()) AS active
  FROM allowed_address a JOIN held_address h USING (address, user_id)
  JOIN proxy p ON p.user_id = a.user_id AND (a.proxy_id IS NULL OR a.proxy_id = p.id)
  JOIN gateway_account g ON g.api_id = p.proxy_api_id AND p.provider = 'embedded'
  WHERE NOT EXISTS (
    SELECT FROM setting WHERE key = 'addressAccessEnabled' AND value = 'false'::jsonb
  )${condition}`;

const toSubUserView = (suspended: string): string => `
  CREATE OR REPLACE VIEW gateway_sub_user_state AS
  SELECT s.id, s.account_id, s.name, s.password_digest, ${suspended}, s.daily_limit_bytes, s.monthly_limit_bytes,
         u.today_bytes, u.month_bytes,
         least(s.daily_limit_bytes - u.today_bytes, s.monthly_limit_bytes - u.month_bytes) AS room
  FROM gateway_sub_user s
  CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) t
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(d.bytes_up + d.bytes_down), 0)::bigint AS month_bytes,
           coalesce(sum(d.bytes_up + d.bytes_down) FILTER (WHERE d.day = t.today), 0)::bigint AS today_bytes
    FROM gateway_sub_user_day d
    WHERE d.sub_user_id = s.id AND d.day BETWEEN date_trunc('month', t.today)::date AND t.today) u`;
