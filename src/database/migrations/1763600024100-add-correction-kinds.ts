import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reversals of fundings, and proposals of every movement of money that needs a second admin. */
export class AddCorrectionKinds1763600024100 implements MigrationInterface {
  name = 'AddCorrectionKinds1763600024100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE wallet_correction
        ADD COLUMN kind text DEFAULT 'correction' NOT NULL,
        ADD COLUMN subject_id integer,
        ADD CONSTRAINT wallet_correction_kind_check CHECK (kind IN ('correction', 'funding', 'funding_reversal', 'chargeback', 'dispute_win', 'goodwill', 'order_refund')),
        ADD CONSTRAINT wallet_correction_subject_check CHECK ((kind IN ('correction', 'funding')) = (subject_id IS NULL))
    `);
    await queryRunner.query(
      `CREATE UNIQUE INDEX wallet_correction_open_subject_idx ON wallet_correction (kind, subject_id) WHERE (status = 'proposed')`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX wallet_correction_reversed_funding_idx ON wallet_correction (subject_id) WHERE (kind = 'funding_reversal' AND status IN ('proposed', 'approved'))`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX wallet_correction_reversed_funding_idx`);
    await queryRunner.query(`DROP INDEX wallet_correction_open_subject_idx`);
    await queryRunner.query(
      `ALTER TABLE wallet_correction DROP COLUMN subject_id, DROP COLUMN kind`,
    );
  }
}
