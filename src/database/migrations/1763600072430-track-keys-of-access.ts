import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['allowed_address', 'gateway_sub_user'];

/** What a review of who has access is about, with the API key that made it, so that it is offered for removal with the key. */
export class TrackKeysOfAccess1763600072430 implements MigrationInterface {
  name = 'TrackKeysOfAccess1763600072430';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`
        ALTER TABLE ${table} ADD api_key_id integer
          CONSTRAINT ${table}_api_key_id_fkey REFERENCES api_key (id)`);
    await runner.query(CREATE_ITEMS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP VIEW security_review_item`);
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN api_key_id`);
  }
}

const CREATE_ITEMS = `
  CREATE VIEW security_review_item AS
  SELECT m.owner_id AS user_id, 'member' AS kind, m.member_id AS id, u.name AS title, u.email::text AS detail,
         NULL::integer AS proxy_id, m.joined_at AS created_at, NULL::integer AS api_key_id
  FROM team_member m JOIN users u ON u.id = m.member_id
  UNION ALL
  SELECT owner_id, 'invitation', id, email::text, NULL, NULL, created_at, NULL FROM team_invitation
  WHERE accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()
  UNION ALL
  SELECT user_id, 'address', id, address, NULL, proxy_id, created_at, api_key_id FROM allowed_address
  UNION ALL
  SELECT p.user_id, 'sub_user', s.id, s.name, NULL, p.id, s.created_at, s.api_key_id
  FROM gateway_sub_user s JOIN gateway_account g ON g.id = s.account_id
  JOIN proxy p ON p.proxy_api_id = g.api_id AND p.provider = 'embedded'
  UNION ALL
  SELECT user_id, 'webhook', id, url, array_to_string(events, ', '), NULL, created_at, NULL FROM webhook
  UNION ALL
  SELECT user_id, 'api_key', id, name, prefix, NULL, created_at, NULL FROM api_key WHERE removed_at IS NULL
  UNION ALL
  SELECT id, 'google', id, 'Google', NULL, NULL, created_at, NULL FROM users
  WHERE google_subject IS NOT NULL AND password_hash IS NOT NULL
`;
