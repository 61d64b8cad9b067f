import type { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { LedgerChainService } from '../../../src/wallet/ledger/ledger.service';
import { LedgerPeriodService } from '../../../src/wallet/ledger/ledger-period.service';
import type { TestModule } from '../../support/testing-module';

/** A closed month without its closing rows. */
export const INSERT_PERIOD = `INSERT INTO ledger_period (month, ends_at, next_entry_id, next_transaction_id, chain_position,
       chain_transaction_id, chain_hash, seal) VALUES ('2020-01-01', now() + interval '1 day', 1, 1, 0, 0, '', '')`;

/** Further violations of the chain of the ledger, of its guards and of closed months. */
export const LEDGER_CORRUPTIONS: [string, string, string][] = [
  ...[
    `UPDATE ledger_transaction SET reference = 'another' WHERE kind = 'purchase'`,
    `UPDATE ledger_entry SET amount_kobo = amount_kobo * 2`,
    `INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
     SELECT transaction_id, account_id, amount_kobo FROM ledger_entry`,
    `DELETE FROM ledger_transaction`,
    `DELETE FROM ledger_chain_link WHERE id = (SELECT min(id) FROM ledger_chain_link)`,
  ].map((change): [string, string, string] => ['ledger-chain-is-whole', change, change]),
  ...['ledger_transaction', 'ledger_chain_link', 'invoice', 'audit_log', 'audit_chain_link'].map(
    (table): [string, string, string] => [
      'books-are-append-only',
      `${table} without its guard`,
      `DROP TRIGGER ${table}_append_only ON ${table}`,
    ],
  ),
  [
    'books-are-append-only',
    'a guard that lets TRUNCATE through',
    `DROP TRIGGER ledger_entry_append_only ON ledger_entry;
     CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
     FOR EACH STATEMENT EXECUTE FUNCTION reject_change()`,
  ],
  ['closing-balances-are-sealed', 'another row', INSERT_PERIOD],
  ...['ledger_entry_append_only', 'ledger_entry_balanced', 'ledger_entry_open_period'].map(
    (guard): [string, string, string] => [
      'books-are-append-only',
      `a partition without ${guard}`,
      `DROP TRIGGER ${guard} ON ledger_entry_default`,
    ],
  ),
];

/** Closes the months since a top-up that is moved two months back, then changes what the check must notice. */
export async function assertClosedPeriods(
  testModule: TestModule,
  integrity: IntegrityService,
): Promise<void> {
  const undo = new Error('undo');
  const run = testModule.uow.run(async () => {
    const manager = testModule.uow.requireTransaction();
    const sql = <T>(text: string) => manager.query<T[]>(text);
    await sql('SET LOCAL session_replication_role = replica');
    // The top-up was made two months ago, the purchase now.
    await sql(`UPDATE ledger_entry SET created_at = now() - interval '62 days'
      WHERE transaction_id = (SELECT min(id) FROM ledger_transaction)`);
    await sql(`UPDATE ledger_transaction SET created_at = now() - interval '62 days'
      WHERE id = (SELECT min(id) FROM ledger_transaction)`);
    await sql(`UPDATE wallet_transaction SET created_at = now() - interval '62 days'
      WHERE reference = 'TOPUP-1'`);
    await sql('TRUNCATE ledger_chain_link');
    const periods = testModule.module.get(LedgerPeriodService);
    expect(await periods.closeDue()).toEqual([]);
    await testModule.module.get(LedgerChainService).extend();
    expect(await periods.closeDue()).toHaveLength(2);
    expect(await periods.closeDue()).toEqual([]);
    const rows = await sql(`SELECT opening_kobo, sum_kobo, closing_kobo, account_version AS version
      FROM ledger_period_balance b JOIN ledger_account a ON a.id = b.account_id AND a.kind = 'wallet' ORDER BY month`);
    expect(rows).toEqual([
      { opening_kobo: '0', sum_kobo: '100000', closing_kobo: '100000', version: '1' },
      { opening_kobo: '100000', sum_kobo: '0', closing_kobo: '100000', version: '1' },
    ]);
    const broken = async (all: boolean) =>
      (await (all ? integrity.check() : integrity.checkSinceLastPeriod()))
        .filter(({ violations }) => violations > 0)
        .map(({ name }) => name);
    expect(await broken(true)).toEqual([]);
    expect(await broken(false)).toEqual([]);
    const after = async (change: string) => {
      await sql('SAVEPOINT sound');
      await sql(change);
      const names = await broken(false);
      await sql('ROLLBACK TO sound');
      return names;
    };
    const last = 'WHERE id = (SELECT max(id) FROM ledger_entry WHERE account_version = 2)';
    expect(await after(`UPDATE ledger_entry SET amount_kobo = amount_kobo - 1 ${last}`)).toEqual(
      expect.arrayContaining([
        'transactions-sum-to-zero',
        'books-sum-to-zero',
        'balances-equal-entries',
        'entries-form-a-chain',
        'ledger-chain-is-whole',
      ]),
    );
    expect(await after(`UPDATE ledger_entry SET balance_after_kobo = -1 ${last}`)).toContain(
      'balances-not-negative',
    );
    expect(await after(`UPDATE ledger_account SET balance_kobo = balance_kobo + 1`)).toContain(
      'balances-equal-entries',
    );
    expect(
      await after(`UPDATE ledger_period_balance SET closing_kobo = closing_kobo + 1`),
    ).toContain('closing-balances-are-sealed');
    await assertOldAndNewViolations(sql, broken);
    await sql('SET LOCAL session_replication_role = origin');
    const late = sql(`INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, created_at)
      SELECT transaction_id, account_id, amount_kobo, created_at FROM ledger_entry
      WHERE transaction_id = (SELECT min(id) FROM ledger_transaction)`);
    await expect(late).rejects.toThrow('is closed');
    throw undo;
  });
  await expect(run).rejects.toBe(undo);
}

/** What is older than the closed months is left to the full check, unless something since belongs to it. */
async function assertOldAndNewViolations(
  sql: (text: string) => Promise<unknown>,
  broken: (all: boolean) => Promise<string[]>,
): Promise<void> {
  const old = `now() - interval '62 days'`;
  await sql(
    `UPDATE payment SET created_at = ${old}, updated_at = ${old} WHERE reference = 'TOPUP-1'`,
  );
  await sql(`INSERT INTO chain_head (day, content, created_at)
    SELECT current_date - 60, json_build_object('chains', json_build_object('audit',
      json_build_object('position', id::text, 'hash', encode(hash, 'hex')))), now() - interval '60 days'
    FROM audit_chain_link ORDER BY id LIMIT 1`);
  expect([await broken(true), await broken(false)]).toEqual([[], []]);
  const both = async (change: string) => {
    await sql('SAVEPOINT sound');
    await sql(change);
    const names = { full: await broken(true), daily: await broken(false) };
    await sql('ROLLBACK TO sound');
    return names;
  };
  for (const [name, change] of [
    ['one-credit-per-topup', `UPDATE payment SET credited_kobo = amount_kobo - 1`],
    [
      'statement-equals-books',
      `UPDATE wallet_transaction SET amount_kobo = 1 WHERE type = 'credit'`,
    ],
    [
      'audit-chain-is-whole',
      `UPDATE audit_log SET details = 'x' WHERE id = (SELECT min(audit_log_id) FROM audit_chain_link)`,
    ],
  ]) {
    const { full, daily } = await both(change!);
    expect([name, full.includes(name!), daily]).toEqual([name, true, []]);
  }
  for (const [name, change] of [
    [
      'audit-chain-is-whole',
      `UPDATE audit_log SET details = 'x' WHERE id = (SELECT max(audit_log_id) FROM audit_chain_link)`,
    ],
    [
      'transactions-have-two-sides',
      `INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, balance_after_kobo, account_version)
       SELECT transaction_id, account_id, amount_kobo, balance_after_kobo, account_version FROM ledger_entry
       WHERE transaction_id = (SELECT min(id) FROM ledger_transaction)`,
    ],
    [
      'chargebacks-are-booked',
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description, metadata)
       SELECT user_id, 'CB', 'debit', 'chargeback', 'pending', 100, '', json_build_object('payment_id', id)
       FROM payment WHERE reference = 'TOPUP-1'`,
    ],
    [
      'refunds-equal-orders',
      `UPDATE proxy_order SET updated_at = ${old};
       INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description, metadata)
       SELECT user_id, 'RF', 'credit', 'refund', 'pending', 100, '', json_build_object('order_id', id)
       FROM proxy_order`,
    ],
    [
      'provider-fees-are-booked',
      `INSERT INTO ledger_transaction (idempotency_key, kind, reference) VALUES ('fee', 'provider_fee', 'TOPUP-1');
       INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
       SELECT (SELECT max(id) FROM ledger_transaction), id, CASE code WHEN 'provider_fees' THEN -1 ELSE 1 END
       FROM ledger_account WHERE code IN ('provider_fees', 'korapay_clearing')`,
    ],
    ['closing-balances-are-sealed', `DELETE FROM ledger_period_balance`],
  ])
    expect([name, (await both(change!)).daily]).toEqual([
      name,
      expect.arrayContaining([name]) as string[],
    ]);
}
