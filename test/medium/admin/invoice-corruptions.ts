import type { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import type { TestModule } from '../../support/testing-module';

const LINE = `jsonb_build_object('transactionId', id, 'kobo', amount_kobo)`;

/** An invoice of the purchase with its counter; `over` replaces columns. */
const issue = (over: Record<string, string> = {}): string => {
  const columns: Record<string, string> = {
    user_id: 'user_id',
    kind: `'invoice'`,
    year: '2026',
    sequence: '1',
    number: `'INV-2026-000001'`,
    transaction_id: 'id',
    invoice_id: 'NULL::integer',
    reference: 'reference',
    description: 'description',
    seller: `'{}'::jsonb`,
    buyer: `'{}'::jsonb`,
    vat_basis_points: '750',
    net_kobo: 'amount_kobo',
    vat_kobo: '0',
    total_kobo: 'amount_kobo',
    issued_at: 'now()',
    ...over,
  };
  return `INSERT INTO invoice (${Object.keys(columns).join(', ')})
    SELECT ${Object.values(columns).join(', ')} FROM wallet_transaction WHERE reference = 'BUY-1'`;
};

const COUNT = `INSERT INTO invoice_counter (kind, year, last) VALUES ('invoice', 2026, 1)`;
const COUNT_CREDIT_NOTE = `INSERT INTO invoice_counter (kind, year, last) VALUES ('credit_note', 2026, 1)`;

/** A refund of the purchase; the ledger is not read by the invariant of the invoices. */
const refund = (
  kobo: number,
): string => `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status,
    amount_kobo, description, ledger_transaction_id, refund_of, processed_at)
  SELECT user_id, 'REFUND-1', 'credit', 'refund', 'successful', ${kobo}, '', ledger_transaction_id, id, now()
  FROM wallet_transaction WHERE reference = 'BUY-1'`;

const creditNote = (over: Record<string, string> = {}): string =>
  issue({
    kind: `'credit_note'`,
    number: `'CN-2026-000001'`,
    transaction_id: `(SELECT id FROM wallet_transaction WHERE reference = 'REFUND-1')`,
    invoice_id: `(SELECT id FROM invoice WHERE kind = 'invoice')`,
    net_kobo: `(SELECT amount_kobo FROM wallet_transaction WHERE reference = 'REFUND-1')`,
    total_kobo: `(SELECT amount_kobo FROM wallet_transaction WHERE reference = 'REFUND-1')`,
    ...over,
  });

/** A correct invoice with a correct credit note, then a change. */
const changed = (change: string): string =>
  [issue(), COUNT, refund(10_000), creditNote(), COUNT_CREDIT_NOTE, change].join('; ');

const NAME = 'invoices-match-transactions';

/** Statements that violate the rule about invoices. */
export const INVOICE_CORRUPTIONS: Record<string, string[]> = {
  [NAME]: [issue({ total_kobo: 'amount_kobo + 1', net_kobo: 'amount_kobo + 1' }), COUNT],
};

export const MORE_INVOICE_CORRUPTIONS: [string, string, string][] = [
  [
    NAME,
    'net and VAT that are not the total',
    `ALTER TABLE invoice DROP CONSTRAINT invoice_total_kobo_check; ${issue({ vat_kobo: '1' })}; ${COUNT}`,
  ],
  [
    NAME,
    'lines that are not the total',
    `${issue({ lines: `jsonb_build_array(jsonb_build_object('transactionId', id, 'kobo', '1'))` })}; ${COUNT}`,
  ],
  [
    NAME,
    'a charge on two lines',
    `${issue({
      net_kobo: '2 * amount_kobo',
      total_kobo: '2 * amount_kobo',
      lines: `jsonb_build_array(${LINE}, ${LINE})`,
    })}; ${COUNT}`,
  ],
  [NAME, 'an invoice of another customer', `${issue({ user_id: 'user_id + 1' })}; ${COUNT}`],
  [
    NAME,
    'an invoice for a top-up',
    `${issue({
      transaction_id: `(SELECT id FROM wallet_transaction WHERE reference = 'TOPUP-1')`,
      net_kobo: '100000',
      total_kobo: '100000',
    })}; ${COUNT}`,
  ],
  [
    NAME,
    'a gap',
    `${issue({ sequence: '2', number: `'INV-2026-000002'` })};
     INSERT INTO invoice_counter (kind, year, last) VALUES ('invoice', 2026, 2)`,
  ],
  [NAME, 'a number that is not of its year', `${issue({ number: `'INV-2025-000001'` })}; ${COUNT}`],
  [NAME, 'a counter ahead of the last number', changed(`UPDATE invoice_counter SET last = 2`)],
  [NAME, 'a counter without invoices', COUNT],
  [NAME, 'invoices without a counter', issue()],
  [NAME, 'a refund without a credit note', `${issue()}; ${COUNT}; ${refund(10_000)}`],
  [
    NAME,
    'a credit note above its invoice',
    [issue(), COUNT, refund(40_001), creditNote(), COUNT_CREDIT_NOTE].join('; '),
  ],
  [
    NAME,
    'a credit note with more VAT than its invoice',
    changed(`UPDATE invoice SET net_kobo = net_kobo - 1, vat_kobo = 1 WHERE kind = 'credit_note'`),
  ],
  [
    NAME,
    'a credit note of another customer',
    changed(`UPDATE invoice SET user_id = user_id + 1 WHERE kind = 'credit_note';
      UPDATE wallet_transaction SET user_id = user_id + 1 WHERE reference = 'REFUND-1'`),
  ],
  [
    NAME,
    'a credit note for a refund of something else',
    changed(`UPDATE wallet_transaction SET refund_of = NULL WHERE reference = 'REFUND-1'`),
  ],
];

/** The same rows without a violation, by which the corruptions differ. */
export async function assertConsistentInvoices(
  { uow }: Pick<TestModule, 'uow'>,
  integrity: IntegrityService,
): Promise<void> {
  const rollback = new Error('undo');
  const check = uow.run(async () => {
    await uow.requireTransaction().query(`SET LOCAL session_replication_role = replica`);
    await uow.requireTransaction().query(changed('SELECT 1'));
    const report = (await integrity.check()).find(({ name }) => name === NAME);
    expect(report).toMatchObject({ violations: 0 });
    throw rollback;
  });
  await expect(check).rejects.toBe(rollback);
}
