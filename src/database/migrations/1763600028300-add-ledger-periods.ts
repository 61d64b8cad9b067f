import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Closed months of the ledger, which take no more entries. The worker closes the months that are over. */
export class AddLedgerPeriods1763600028300 implements MigrationInterface {
  name = 'AddLedgerPeriods1763600028300';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE ledger_period (
        month date NOT NULL,
        ends_at timestamptz NOT NULL,
        next_entry_id bigint NOT NULL,
        next_transaction_id bigint NOT NULL,
        chain_position bigint NOT NULL,
        chain_transaction_id bigint NOT NULL,
        chain_hash bytea NOT NULL,
        seal bytea NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT ledger_period_pkey PRIMARY KEY (month)
      )
    `);
    await queryRunner.query(`
      CREATE TABLE ledger_period_balance (
        month date NOT NULL,
        account_id integer NOT NULL,
        opening_kobo bigint NOT NULL,
        sum_kobo bigint NOT NULL,
        closing_kobo bigint NOT NULL,
        last_entry_id bigint NOT NULL,
        account_version bigint,
        CONSTRAINT ledger_period_balance_pkey PRIMARY KEY (month, account_id),
        CONSTRAINT ledger_period_balance_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_account(id)
      )
    `);
    for (const table of ['ledger_period', 'ledger_period_balance'])
      await queryRunner.query(`
        CREATE TRIGGER ${table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION reject_change()
      `);
    await queryRunner.query(`
      CREATE FUNCTION reject_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM added WHERE created_at < (SELECT max(ends_at) FROM ledger_period)) THEN
          RAISE EXCEPTION 'the month of the entries is closed' USING ERRCODE = 'restrict_violation';
        END IF;
        RETURN NULL;
      END
      $$
    `);
    await queryRunner.query(`
      CREATE TRIGGER ledger_entry_open_period AFTER INSERT ON ledger_entry REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION reject_closed_period()
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TRIGGER ledger_entry_open_period ON ledger_entry`);
    await queryRunner.query(`DROP FUNCTION reject_closed_period()`);
    await queryRunner.query(`DROP TABLE ledger_period_balance`);
    await queryRunner.query(`DROP TABLE ledger_period`);
  }
}
