import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a request for a naira account is looked up next, so that those without an answer do not keep others waiting. */
export class ScheduleNairaAccountLookups1763600071200 implements MigrationInterface {
  name = 'ScheduleNairaAccountLookups1763600071200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE naira_account ADD COLUMN next_check_at timestamptz DEFAULT now() NOT NULL`,
    );
    await runner.query(`DROP INDEX naira_account_created_at_idx`);
    await runner.query(
      `CREATE INDEX naira_account_next_check_at_idx ON naira_account (next_check_at) WHERE status = 'requested'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX naira_account_next_check_at_idx`);
    await runner.query(
      `CREATE INDEX naira_account_created_at_idx ON naira_account (created_at) WHERE status = 'requested'`,
    );
    await runner.query(`ALTER TABLE naira_account DROP COLUMN next_check_at`);
  }
}
