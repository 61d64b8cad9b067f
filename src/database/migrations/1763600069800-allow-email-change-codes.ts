import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes for both addresses when a customer changes the e-mail address. */
export class AllowEmailChangeCodes1763600069800 implements MigrationInterface {
  name = 'AllowEmailChangeCodes1763600069800';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE one_time_code DROP CONSTRAINT one_time_code_purpose_check,
        ADD CONSTRAINT one_time_code_purpose_check CHECK
          (purpose IN ('reset_password', 'google_handoff', 'email_change_current', 'email_change_new'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM one_time_code WHERE purpose LIKE 'email_change_%'`);
    await runner.query(`
      ALTER TABLE one_time_code DROP CONSTRAINT one_time_code_purpose_check,
        ADD CONSTRAINT one_time_code_purpose_check CHECK (purpose IN ('reset_password', 'google_handoff'))`);
  }
}
