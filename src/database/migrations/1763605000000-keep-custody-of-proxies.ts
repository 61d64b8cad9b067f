import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets staff take proxies out of service, one by one or with their owner, and remembers whom to tell. */
export class KeepCustodyOfProxies1763605000000 implements MigrationInterface {
  name = 'KeepCustodyOfProxies1763605000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "proxy_owner_hold" (
        "user_id" integer NOT NULL,
        "created_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "proxy_owner_hold_pkey" PRIMARY KEY ("user_id"),
        CONSTRAINT "proxy_owner_hold_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id")
      )`);
    await queryRunner.query(`
      ALTER TABLE "proxy"
        ADD COLUMN "suspended_by_staff" boolean NOT NULL DEFAULT false,
        ADD COLUMN "credentials_due" boolean NOT NULL DEFAULT false,
        ADD COLUMN "provider_due_at" TIMESTAMP WITH TIME ZONE`);
    await queryRunner.query(
      `CREATE INDEX "proxy_provider_due_at_idx" ON "proxy" ("provider_due_at") WHERE provider_due_at IS NOT NULL`,
    );
    await queryRunner.query(
      `UPDATE proxy SET suspended_by_staff = true WHERE status = 'suspended'`,
    );
    await queryRunner.query(
      `INSERT INTO proxy_owner_hold (user_id) SELECT id FROM users WHERE status <> 'active'`,
    );
    await queryRunner.query(
      `UPDATE proxy SET status = 'suspended', provider_due_at = now()
       WHERE status = 'active' AND user_id IN (SELECT user_id FROM proxy_owner_hold)`,
    );
    await queryRunner.query(`
      ALTER TABLE "proxy" ADD CONSTRAINT "proxy_suspended_by_staff_check"
        CHECK (status <> 'active' OR NOT suspended_by_staff)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "proxy" DROP COLUMN "suspended_by_staff", DROP COLUMN "credentials_due",
        DROP COLUMN "provider_due_at"`);
    await queryRunner.query(`DROP TABLE "proxy_owner_hold"`);
  }
}
