import type { MigrationInterface, QueryRunner } from 'typeorm';

const view = (entry: string, archived: string): string => `CREATE OR REPLACE VIEW ledger_movement AS
  SELECT account_id, amount_kobo, created_at${entry} FROM ledger_entry
  UNION ALL
  SELECT b.account_id, b.sum_kobo, a.ends_at - interval '1 second'${archived}
  FROM ledger_archive a JOIN ledger_period_balance b USING (month) WHERE b.sum_kobo <> 0`;

/** The profit report finds the customer of a cost by its transaction, which an archived sum has not. */
export class AddMovementTransaction1796171000000 implements MigrationInterface {
  name = 'AddMovementTransaction1796171000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(view(', transaction_id', ', NULL::bigint'));
  }

  async down(runner: QueryRunner): Promise<void> {
    // A column of a view is only removed with the view.
    await runner.query('DROP VIEW ledger_movement');
    await runner.query(view('', ''));
  }
}
