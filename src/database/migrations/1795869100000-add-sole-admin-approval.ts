import type { MigrationInterface, QueryRunner } from 'typeorm';

const replaceCheck = (alone: string): string =>
  `ALTER TABLE wallet_correction DROP CONSTRAINT wallet_correction_approved_check,
   ADD CONSTRAINT wallet_correction_approved_check
     CHECK (NOT needs_approval OR status NOT IN ('approved', 'reversed')
            OR (decided_by IS NOT NULL AND decided_by <> proposed_by)${alone})`;

/** In a shop with one admin a proposal is carried out after a delay. */
export class AddSoleAdminApproval1795869100000 implements MigrationInterface {
  name = 'AddSoleAdminApproval1795869100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE wallet_correction ADD executes_at timestamptz');
    await runner.query(
      replaceCheck(
        ' OR (decided_by IS NULL AND executes_at IS NOT NULL AND decided_at >= executes_at)',
      ),
    );
  }

  /** Fails while there are proposals that were carried out without a second admin. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(replaceCheck(''));
    await runner.query('ALTER TABLE wallet_correction DROP executes_at');
  }
}
