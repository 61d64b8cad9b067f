import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts for card money that belongs to no wallet, with opening postings for what is in review and for the
 * known fees. Both post only what the ledger lacks, so that they can run again on a ledger that has them.
 */
export class AddClearingAccounts1763600025000 implements MigrationInterface {
  name = 'AddClearingAccounts1763600025000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      INSERT INTO ledger_account (code, kind)
      SELECT code, 'system' FROM unnest(ARRAY['in_review', 'provider_fees', 'bank', 'disputes']) AS code
      ON CONFLICT DO NOTHING
    `);
    await queryRunner.query(`
      ALTER TABLE payment
        ADD COLUMN fee_booked_kobo bigint DEFAULT '0' NOT NULL,
        ADD CONSTRAINT payment_fee_booked_check CHECK (fee_booked_kobo >= 0)
    `);
    await queryRunner.query(`
      WITH held AS (
        SELECT p.reference, p.received_kobo - coalesce(p.credited_kobo, 0)
          - coalesce((SELECT sum(r.amount_kobo) FROM payment_refund r
                      WHERE r.payment_id = p.id AND r.status = 'succeeded'), 0)
          - coalesce((SELECT sum(e.amount_kobo) FROM ledger_transaction t
                      JOIN ledger_entry e ON e.transaction_id = t.id
                      JOIN ledger_account a ON a.id = e.account_id AND a.code = 'in_review'
                      WHERE t.reference = p.reference), 0) AS kobo
        FROM payment p
        WHERE p.received_kobo IS NOT NULL AND p.status IN ('review', 'rejected', 'successful')
      ), header AS (
        INSERT INTO ledger_transaction (idempotency_key, kind, reference)
        SELECT 'review_opening:' || reference || ':' ||
            (SELECT count(*) FROM ledger_transaction t WHERE t.reference = held.reference),
          CASE WHEN kobo > 0 THEN 'review_hold' ELSE 'review_release' END, reference
        FROM held WHERE kobo <> 0 ORDER BY reference
        RETURNING id, reference
      )
      INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
      SELECT header.id, a.id, CASE a.code WHEN 'in_review' THEN held.kobo ELSE -held.kobo END
      FROM header JOIN held USING (reference)
      JOIN ledger_account a ON a.code IN ('in_review', 'korapay_clearing')
    `);
    await queryRunner.query(`
      WITH charge AS (
        SELECT reference, fee_kobo, paid_kobo, coalesce(received_kobo, amount_kobo) AS booked_kobo,
          coalesce(provider_payload ->> 'amount_accepted', '') <> '' AS is_accepted
        FROM payment p
        WHERE fee_kobo > 0 AND (received_kobo IS NOT NULL AND status IN ('review', 'rejected')
            OR status = 'successful' AND (received_kobo IS NOT NULL OR credited_kobo IS NULL))
          AND NOT EXISTS (SELECT FROM ledger_transaction t
            WHERE t.reference = p.reference AND t.kind = 'provider_fee')
      ), fee AS (
        SELECT reference, CASE WHEN is_accepted OR paid_kobo IS NULL THEN fee_kobo
          ELSE fee_kobo - greatest(paid_kobo - booked_kobo, 0) END AS kobo
        FROM charge
      ), header AS (
        INSERT INTO ledger_transaction (idempotency_key, kind, reference)
        SELECT 'provider_fee:' || reference, 'provider_fee', reference FROM fee WHERE kobo > 0
        ORDER BY reference
        RETURNING id, reference
      )
      INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
      SELECT header.id, a.id, CASE a.code WHEN 'korapay_clearing' THEN fee.kobo ELSE -fee.kobo END
      FROM header JOIN fee USING (reference)
      JOIN ledger_account a ON a.code IN ('provider_fees', 'korapay_clearing')
    `);
    await queryRunner.query(`
      UPDATE payment p SET fee_booked_kobo = fee.kobo
      FROM (SELECT t.reference, -sum(e.amount_kobo) AS kobo FROM ledger_transaction t
            JOIN ledger_entry e ON e.transaction_id = t.id
            JOIN ledger_account a ON a.id = e.account_id AND a.code = 'provider_fees'
            WHERE t.kind = 'provider_fee' GROUP BY t.reference) AS fee
      WHERE fee.reference = p.reference
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE payment DROP CONSTRAINT payment_fee_booked_check, DROP COLUMN fee_booked_kobo
    `);
    // Entries are never deleted, so an account that has some stays.
    await queryRunner.query(`
      DELETE FROM ledger_account a WHERE code IN ('in_review', 'provider_fees', 'bank', 'disputes')
        AND NOT EXISTS (SELECT FROM ledger_entry e WHERE e.account_id = a.id)
    `);
  }
}
