import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A repeated start of a top-up is answered from the payment of its key, also when the record of the key is lost. */
export class AddPaymentIdempotencyKey1763600042600 implements MigrationInterface {
  name = 'AddPaymentIdempotencyKey1763600042600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE payment ADD COLUMN idempotency_key text`);
    await runner.query(`
      CREATE UNIQUE INDEX payment_user_id_idempotency_key_idx ON payment (user_id, idempotency_key)
      WHERE idempotency_key IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX payment_user_id_idempotency_key_idx`);
    await runner.query(`ALTER TABLE payment DROP COLUMN idempotency_key`);
  }
}
