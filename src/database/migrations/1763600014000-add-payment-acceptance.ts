import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a payment brought in, what of it was credited, and what the shop added. */
export class AddPaymentAcceptance1763600014000 implements MigrationInterface {
  name = 'AddPaymentAcceptance1763600014000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payment
        ADD COLUMN received_kobo bigint,
        ADD COLUMN credited_kobo bigint,
        ADD COLUMN goodwill_kobo bigint DEFAULT 0 NOT NULL,
        DROP CONSTRAINT payment_charged_back_check,
        ADD CONSTRAINT payment_received_check CHECK (received_kobo > 0),
        ADD CONSTRAINT payment_credited_check CHECK ((credited_kobo IS NULL OR (credited_kobo > 0 AND status = 'successful')) AND goodwill_kobo >= 0 AND (goodwill_kobo = 0 OR credited_kobo IS NOT NULL)),
        ADD CONSTRAINT payment_charged_back_check CHECK ((charged_back_kobo >= 0 AND charged_back_kobo <= coalesce(credited_kobo, amount_kobo)) AND ((charged_back_kobo > 0) = (charged_back_at IS NOT NULL)) AND (charged_back_kobo = 0 OR status = 'successful'))
    `);
    await queryRunner.query(`
      UPDATE payment SET received_kobo = nullif(paid_kobo, 0)
      WHERE status = 'review' AND provider_payload->>'currency' = currency
        AND provider_payload->>'reference' = reference
        AND coalesce(provider_payload->>'amount_accepted', '') = ''
    `);
    await queryRunner.query(
      `INSERT INTO ledger_account (code, kind) VALUES ('goodwill', 'system') ON CONFLICT DO NOTHING`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // Entries are never deleted, so an account that has some stays.
    await queryRunner.query(`
      DELETE FROM ledger_account a WHERE code = 'goodwill'
        AND NOT EXISTS (SELECT FROM ledger_entry e WHERE e.account_id = a.id)
    `);
    await queryRunner.query(`
      ALTER TABLE payment
        DROP CONSTRAINT payment_charged_back_check,
        ADD CONSTRAINT payment_charged_back_check CHECK ((charged_back_kobo >= 0 AND charged_back_kobo <= amount_kobo) AND ((charged_back_kobo > 0) = (charged_back_at IS NOT NULL)) AND (charged_back_kobo = 0 OR status = 'successful')) NOT VALID,
        DROP CONSTRAINT payment_credited_check,
        DROP CONSTRAINT payment_received_check,
        DROP COLUMN goodwill_kobo,
        DROP COLUMN credited_kobo,
        DROP COLUMN received_kobo
    `);
  }
}
