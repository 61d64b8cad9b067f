import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEPT = `(status = 'active' OR (status = 'suspended' AND suspended_by_owner AND NOT suspended_by_staff))`;
const createNoticeIndex = (condition: string) => `
  CREATE INDEX proxy_expiry_notice_idx ON proxy (((expires_at AT TIME ZONE 'UTC') -
    CASE expiry_warned WHEN 0 THEN '72:00:00'::interval ELSE '24:00:00'::interval END))
  WHERE ${condition} AND expiry_warned <> 24`;

/** What owners write on their proxies, and that they suspended one. */
export class AddLabelsOfOwners1763600069700 implements MigrationInterface {
  name = 'AddLabelsOfOwners1763600069700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proxy
        ADD COLUMN suspended_by_owner boolean DEFAULT false NOT NULL,
        ADD COLUMN note text,
        ADD COLUMN tags text[] DEFAULT '{}' NOT NULL,
        ADD CONSTRAINT proxy_suspended_by_owner_check CHECK (status <> 'active' OR NOT suspended_by_owner),
        ADD CONSTRAINT proxy_labels_check CHECK (char_length(note) <= 500 AND cardinality(tags) <= 10)`);
    // Owners are told of the end of proxies that they suspended.
    await runner.query(`DROP INDEX proxy_expiry_notice_idx`);
    await runner.query(createNoticeIndex(KEPT));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX proxy_expiry_notice_idx`);
    await runner.query(createNoticeIndex(`status = 'active'`));
    await runner.query(
      `ALTER TABLE proxy DROP COLUMN tags, DROP COLUMN note, DROP COLUMN suspended_by_owner`,
    );
  }
}
