import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a person had a coupon or counted as invited, which outlives the account. */
export class CountUsesPerPerson1763600072500 implements MigrationInterface {
  name = 'CountUsesPerPerson1763600072500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE promotion_use (
        scope text NOT NULL,
        customer_hash text NOT NULL,
        uses integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT promotion_use_pkey PRIMARY KEY (scope, customer_hash),
        CONSTRAINT promotion_use_uses_check CHECK (uses > 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE promotion_use`);
  }
}
