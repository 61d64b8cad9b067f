import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The hash chain of the ledger. The worker links the transactions that were posted before. */
export class AddLedgerChain1763600028100 implements MigrationInterface {
  name = 'AddLedgerChain1763600028100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE ledger_chain_link (
        id bigint GENERATED ALWAYS AS IDENTITY,
        ledger_transaction_id bigint NOT NULL,
        previous_hash bytea NOT NULL,
        hash bytea NOT NULL,
        created_at timestamptz DEFAULT now() NOT NULL,
        CONSTRAINT ledger_chain_link_pkey PRIMARY KEY (id),
        CONSTRAINT ledger_chain_link_ledger_transaction_id_key UNIQUE (ledger_transaction_id),
        CONSTRAINT ledger_chain_link_ledger_transaction_id_fkey FOREIGN KEY (ledger_transaction_id)
          REFERENCES ledger_transaction(id)
      )
    `);
    await queryRunner.query(`
      CREATE TRIGGER ledger_chain_link_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_chain_link
      FOR EACH STATEMENT EXECUTE FUNCTION reject_change()
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE ledger_chain_link`);
  }
}
