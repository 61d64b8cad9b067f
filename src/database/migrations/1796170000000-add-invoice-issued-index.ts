import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Staff list the invoices of a month. */
export class AddInvoiceIssuedIndex1796170000000 implements MigrationInterface {
  name = 'AddInvoiceIssuedIndex1796170000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX invoice_issued_at_id_idx ON invoice (issued_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX invoice_issued_at_id_idx');
  }
}
