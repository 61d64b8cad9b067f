import type { MigrationInterface, QueryRunner } from 'typeorm';

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
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE proxy DROP COLUMN tags, DROP COLUMN note, DROP COLUMN suspended_by_owner`,
    );
  }
}
