import { IntegrityModule } from '../../../src/admin/integrity/integrity.module';
import { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { buildInvariantsSince, INVARIANTS } from '../../../src/admin/integrity/invariants';
import { AuditChainService } from '../../../src/audit/audit-chain.service';
import { Money } from '../../../src/common/money/money';
import { LedgerChainService } from '../../../src/wallet/ledger/ledger.service';
import type { ClosedPeriod } from '../../../src/wallet/ledger/ledger-period.service';
import { WalletModule } from '../../../src/wallet/wallet.module';
import { WalletService } from '../../../src/wallet/wallet.service';
import { assertClosedPeriods, INSERT_PERIOD, LEDGER_CORRUPTIONS } from './closed-periods';
import { CLEARING_CORRUPTIONS, MORE_CLEARING_CORRUPTIONS } from './clearing-corruptions';
import { insertUser, useTestModule } from '../../support/testing-module';
import { MORE_ORDER_CORRUPTIONS, ORDER_CORRUPTIONS } from './order-corruptions';
import { MORE_PROXY_CORRUPTIONS, PROXY_CORRUPTIONS } from './proxy-corruptions';
import {
  assertConsistentInvoices,
  INVOICE_CORRUPTIONS,
  MORE_INVOICE_CORRUPTIONS,
} from './invoice-corruptions';
import { MORE_REVERSAL_CORRUPTIONS, REVERSAL_CORRUPTIONS } from './reversal-corruptions';

/**
 * Statements that violate each invariant, with triggers disabled. `:user` is a customer whose wallet
 * holds ₦1,000 from one top-up and that paid ₦400 for one order of a proxy with a gigabyte, of which 30 bytes are used.
 */
const CORRUPTIONS: Record<string, string[]> = {
  'transactions-sum-to-zero': [
    `UPDATE ledger_entry SET amount_kobo = amount_kobo + 1 WHERE id = (SELECT min(id) FROM ledger_entry)`,
  ],
  'books-sum-to-zero': [
    `UPDATE ledger_entry SET amount_kobo = amount_kobo - 1 WHERE id = (SELECT max(id) FROM ledger_entry)`,
  ],
  'transactions-have-two-sides': [
    `INSERT INTO ledger_transaction (idempotency_key, kind, reference) VALUES ('x', 'topup', 'x')`,
  ],
  'balances-equal-entries': [
    `UPDATE ledger_account SET balance_kobo = balance_kobo + 100 WHERE user_id = :user`,
  ],
  'debtors-have-no-money': [
    `INSERT INTO ledger_account (code, kind, user_id, balance_kobo) VALUES ('receivable::user', 'receivable', :user, 1)`,
  ],
  'balances-not-negative': [
    `UPDATE ledger_entry SET balance_after_kobo = -1 WHERE account_version = 2`,
  ],
  'entries-form-a-chain': [`UPDATE ledger_entry SET account_version = 9 WHERE account_version = 2`],
  'movements-go-their-way': [
    `UPDATE ledger_transaction SET kind = 'admin_funding' WHERE kind = 'topup'`,
  ],
  'closed-periods-equal-entries': [INSERT_PERIOD],
  ...CLEARING_CORRUPTIONS,
  'one-currency': [`UPDATE payment SET currency = 'USD'`],
  'one-credit-per-topup': [`UPDATE payment SET status = 'failed'`],
  'accepted-payments-are-divided': [
    `UPDATE payment SET credited_kobo = amount_kobo, received_kobo = amount_kobo - 1`,
  ],
  'chargebacks-are-booked': [`UPDATE payment SET charged_back_kobo = 100, charged_back_at = now()`],
  ...REVERSAL_CORRUPTIONS,
  ...INVOICE_CORRUPTIONS,
  'corrections-are-booked': [
    `UPDATE wallet_correction SET status = 'approved', needs_approval = false, decided_at = now(),
       transaction_id = 0`,
  ],
  'large-corrections-have-two-admins': [
    `ALTER TABLE wallet_correction DROP CONSTRAINT wallet_correction_approved_check`,
    `UPDATE wallet_correction SET status = 'approved', decided_at = now(), decided_by = proposed_by,
       transaction_id = 0`,
  ],
  'reversals-are-opposite': [
    `UPDATE wallet_correction SET status = 'reversed', needs_approval = false, decided_at = now(),
       transaction_id = 0`,
  ],
  'statement-equals-books': [`UPDATE wallet_transaction SET amount_kobo = amount_kobo + 100`],
  'books-are-on-statements': [`DELETE FROM wallet_transaction WHERE type = 'credit'`],
  'one-charge-per-order': [`UPDATE proxy_order SET amount_kobo = amount_kobo + 100`],
  'charges-have-an-order': [`DELETE FROM proxy_order`],
  ...ORDER_CORRUPTIONS,
  ...PROXY_CORRUPTIONS,
  'no-payment-forgotten': [`UPDATE payment SET status = 'pending', next_check_at = NULL`],
  'no-refund-forgotten': [
    `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
     SELECT id, 'RFD-1-1', 100, 'r', now() - interval '1 hour' FROM payment`,
  ],
  'rejected-money-is-not-credited-and-refunded': [
    `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
     SELECT id, 'RFD-1-1', 100, 'r', now() FROM payment`,
  ],
  'no-webhook-forgotten': [
    `INSERT INTO payment_webhook (provider, body_hash, event, reference, payload, received_at, next_attempt_at)
     VALUES ('korapay', 'h', 'charge.success', 'r', '{}', now() - interval '1 hour', now() - interval '1 hour')`,
  ],
  'money-is-audited': [`DELETE FROM audit_log WHERE action = 'payment.settled'`],
  'books-are-append-only': [`ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only`],
};

/** A posted reversal of the correction in the same direction. */
const SAME_DIRECTION = `UPDATE wallet_correction SET status = 'reversed', needs_approval = false,
    decided_at = now(), transaction_id = 0;
  INSERT INTO wallet_correction (user_id, reference, direction, amount_kobo, reason, status, needs_approval,
    proposed_by, decided_at, expires_at, reversal_of, transaction_id)
  SELECT user_id, 'CORR-2', direction, amount_kobo, reason, 'approved', false, proposed_by, now(), now(), id, 1
  FROM wallet_correction`;

const AUDITED_FUNDING = `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status,
    amount_kobo, description, metadata, ledger_transaction_id, processed_at)
  SELECT user_id, 'FUND-1', 'credit', 'funding', 'successful', 1, '', '{"funded_by":1}', ledger_transaction_id, now()
  FROM wallet_transaction WHERE reference = 'TOPUP-1'`;

/** Further violations. */
const MORE_CORRUPTIONS: [string, string, string][] = [
  [
    'transactions-have-two-sides',
    'a balanced pair added to an old one',
    `INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, balance_after_kobo, account_version)
     SELECT transaction_id, account_id, amount_kobo, balance_after_kobo, account_version FROM ledger_entry
     WHERE transaction_id = (SELECT min(id) FROM ledger_transaction)`,
  ],
  [
    'movements-go-their-way',
    'another account',
    `UPDATE ledger_entry SET account_id = (SELECT id FROM ledger_account WHERE code = 'promotions')
     WHERE balance_after_kobo IS NULL AND amount_kobo > 0`,
  ],
  [
    'movements-go-their-way',
    'the wrong direction',
    `UPDATE ledger_entry SET amount_kobo = -amount_kobo WHERE account_version = 1`,
  ],
  [
    'statement-equals-books',
    'money of another customer',
    `UPDATE wallet_transaction SET user_id = user_id + 1`,
  ],
  [
    'statement-equals-books',
    'a line that is booked without a movement',
    `UPDATE wallet_transaction SET ledger_transaction_id = 999`,
  ],
  [
    'balances-not-negative',
    'a wallet below zero',
    `ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_balance_check; UPDATE ledger_account SET balance_kobo = -1 WHERE user_id = :user`,
  ],
  ...MORE_CLEARING_CORRUPTIONS,
  ['one-credit-per-topup', 'another amount', `UPDATE payment SET amount_kobo = amount_kobo + 1`],
  [
    'one-credit-per-topup',
    'another accepted amount',
    `UPDATE payment SET credited_kobo = amount_kobo - 1`,
  ],
  [
    'accepted-payments-are-divided',
    'goodwill that is not booked',
    `UPDATE payment SET credited_kobo = amount_kobo - 100, goodwill_kobo = 100`,
  ],
  [
    'accepted-payments-are-divided',
    'goodwill without a payment',
    `UPDATE ledger_transaction SET kind = 'goodwill' WHERE kind = 'topup'`,
  ],
  ...MORE_REVERSAL_CORRUPTIONS,
  ...MORE_INVOICE_CORRUPTIONS,
  ['reversals-are-opposite', 'the same direction', SAME_DIRECTION],
  [
    'corrections-are-booked',
    'a line without a correction',
    `UPDATE wallet_transaction SET purpose = 'correction' WHERE reference = 'TOPUP-1'`,
  ],
  [
    'money-is-audited',
    'a correction',
    `UPDATE wallet_transaction SET purpose = 'correction' WHERE reference = 'TOPUP-1'`,
  ],
  [
    'rejected-money-is-not-credited-and-refunded',
    'more than the excess of an accepted payment',
    `UPDATE payment SET credited_kobo = amount_kobo, received_kobo = amount_kobo + 99;
     INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
     SELECT id, 'RFD-1-1', 100, 'r', now() FROM payment`,
  ],
  [
    'money-is-audited',
    'a chargeback',
    `UPDATE payment SET charged_back_kobo = 1, charged_back_at = now()`,
  ],
  ...MORE_ORDER_CORRUPTIONS,
  ...MORE_PROXY_CORRUPTIONS,
  ['money-is-audited', 'an order', `DELETE FROM audit_log WHERE action = 'proxy.ordered'`],
  ['money-is-audited', 'a refunded order', `UPDATE proxy_order SET refunded_kobo = 1`],
  ['money-is-audited', 'a funding by staff', AUDITED_FUNDING],
  [
    'money-is-audited',
    'a card refund',
    `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
     SELECT id, 'RFD-1-1', 100, 'r', now() FROM payment`,
  ],
  ...LEDGER_CORRUPTIONS,
  [
    'audit-chain-is-whole',
    'a row changed after it was linked',
    `UPDATE audit_log SET details = 'nothing to see' WHERE action = 'payment.settled'`,
  ],
  [
    'audit-chain-is-whole',
    'a deleted row',
    `DELETE FROM audit_log WHERE action = 'payment.settled'`,
  ],
];

/** A closed month before all rows. */
const BEFORE_ALL: ClosedPeriod = {
  month: '2020-01',
  endsAt: new Date('2020-01-31T23:00:00Z'),
  nextEntryId: '0',
  nextTransactionId: '0',
  chainPosition: '0',
  chainTransactionId: '0',
  chainHash: Buffer.alloc(32),
  seal: Buffer.alloc(32),
};

describe('IntegrityService', () => {
  const testModule = useTestModule([WalletModule, IntegrityModule]);
  let integrity: IntegrityService;
  let userId: number;

  beforeAll(async () => {
    integrity = testModule.module.get(IntegrityService);
    userId = await insertUser(testModule);
    await sellOneProxy();
    await testModule.module.get(AuditChainService).extend();
    await testModule.module.get(LedgerChainService).extend();
  });

  /** Inserts the rows of a top-up and a purchase, through the real wallet. */
  async function sellOneProxy(): Promise<void> {
    const wallet = testModule.module.get(WalletService);
    const transactionId = await testModule.uow.run(async () => {
      await wallet.credit(
        {
          userId,
          reference: 'TOPUP-1',
          type: 'credit',
          purpose: 'topup',
          amount: Money.naira(1000),
          description: 'Wallet top-up',
        },
        { idempotencyKey: 'topup:TOPUP-1', kind: 'topup', against: 'korapay_clearing' },
      );
      const bought = await wallet.charge(
        {
          userId,
          reference: 'BUY-1',
          type: 'debit',
          purpose: 'purchase',
          amount: Money.naira(400),
          description: 'Residential proxy',
        },
        { idempotencyKey: 'purchase:1', kind: 'purchase', against: 'revenue' },
      );
      return bought.transaction.id;
    });
    await testModule.sql(
      `INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, expires_at)
       SELECT user_id, id, reference, 'korapay', 'successful', amount_kobo, now()
       FROM wallet_transaction WHERE reference = 'TOPUP-1'`,
    );
    const [order] = await testModule.sql<{ id: number }>(
      `INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, status, request, transaction_id)
       VALUES ($1, 'k', 'residential_ipv4', 1, 40000, 'delivered', '{"gigabytes": 1}', $2) RETURNING id`,
      [userId, transactionId],
    );
    await testModule.sql(
      `WITH sold AS (INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port,
           port_socks5, username, password_digest, password_encrypted, country, ttl_minutes, session_id, limit_bytes,
           used_bytes, price_kobo, expires_at)
         VALUES (gen_random_uuid(), $1, $2, 'one', 'residential_ipv4', 'http', 'localhost', 3128, 1080, 'one', '', 'sealed',
           'ng', 0, 'main', 1073741824, 30, 40000, now() + interval '30 days') RETURNING id),
       meter AS (INSERT INTO gateway_meter (proxy_id, bytes_up, bytes_down) SELECT id, 10, 20 FROM sold)
       INSERT INTO usage_hour (proxy_id, hour, bytes_up, bytes_down)
       SELECT id, hour, 5, 10 FROM sold, unnest(ARRAY[now() - interval '1 hour', now()]) AS hour`,
      [userId, order!.id],
    );
    await testModule.sql(
      `INSERT INTO wallet_correction (user_id, reference, direction, amount_kobo, reason, status,
         needs_approval, proposed_by, expires_at)
       VALUES ($1, 'CORR-1', 'credit', 100, 'A proposal', 'proposed', true, $1, now())`,
      [userId],
    );
    await testModule.sql(
      `INSERT INTO audit_log (actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT 'system', 'system', action, 'payment', target, 'low', '', '', '' FROM (VALUES
         ('payment.settled', 'payment:' || (SELECT max(id) FROM payment)),
         ('proxy.ordered', 'order:' || $1::int)) AS entry (action, target)`,
      [order!.id],
    );
  }

  it('should report no violation for consistent data', async () => {
    const reports = await integrity.check();
    expect(reports.filter((report) => report.violations > 0)).toEqual([]);
    expect(reports).toHaveLength(Object.keys(INVARIANTS).length + 3);
  });

  it('should report no violation for an invoice with a credit note', () =>
    assertConsistentInvoices(testModule, integrity));

  it('should close a month and check from it', () => assertClosedPeriods(testModule, integrity));

  it('should have a corruption test for every invariant', () => {
    expect(Object.keys(CORRUPTIONS).sort()).toEqual(Object.keys(INVARIANTS).sort());
  });

  it.each(Object.keys(INVARIANTS))('should detect a violation of %s', (name) =>
    expectViolation(name, CORRUPTIONS[name]!),
  );

  it.each(MORE_CORRUPTIONS)('should detect a violation of %s by %s', (name, _how, corruption) =>
    expectViolation(name, [corruption]),
  );

  /** The daily check of rows that are all younger than the closed month. */
  async function expectViolationSince(name: string): Promise<void> {
    const invariant = buildInvariantsSince(BEFORE_ALL)[name];
    // The seal of the closing rows and the chains have tests of their own.
    if (!invariant) return expect(name).toMatch(/^closed-periods|-are-sealed$|-chain-is-whole$/);
    const rows = await testModule.uow.requireTransaction().query(invariant[1]);
    expect(rows).not.toEqual([]);
  }

  async function expectViolation(name: string, corruptions: string[]): Promise<void> {
    const rollback = new Error('undo');
    await testModule.uow
      .run(async () => {
        // Triggers and foreign keys do not fire for a replica.
        await testModule.uow
          .requireTransaction()
          .query(`SET LOCAL session_replication_role = replica`);
        for (const corruption of corruptions)
          await testModule.uow
            .requireTransaction()
            .query(corruption.replaceAll(':user', String(userId)));
        const report = (await integrity.check()).find((check) => check.name === name);
        expect(report!.violations).toBeGreaterThan(0);
        expect(report!.examples.length).toBeGreaterThan(0);
        await expectViolationSince(name);
        throw rollback;
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      });
  }
});
