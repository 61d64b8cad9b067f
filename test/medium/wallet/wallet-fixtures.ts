import { Money } from '../../../src/common/money/money';
import { WalletService } from '../../../src/wallet/wallet.service';
import type { NewTransaction, Posting } from '../../../src/wallet/wallet.types';
import type { TestModule } from '../../support/testing-module';

let serial = 0;

/** The wallet, each call of which is a unit of work of its own unless one is open. */
export const openWallet = ({ module, uow }: TestModule): WalletService =>
  new Proxy(module.get(WalletService, { strict: false }), {
    get(wallet, name: keyof WalletService) {
      const method = wallet[name].bind(wallet) as (...values: unknown[]) => Promise<unknown>;
      return (...values: unknown[]) =>
        uow.isOpen ? method(...values) : uow.run(() => method(...values));
    },
  });

/** A statement line, by default a top-up. */
export const buildTransaction = (
  userId: number,
  naira: number,
  over: Partial<NewTransaction> = {},
): NewTransaction => ({
  userId,
  reference: `REF-${(serial += 1)}`,
  type: 'credit',
  purpose: 'topup',
  amount: Money.naira(naira),
  description: 'Wallet funding',
  ...over,
});

export const topupPosting = (key: string): Posting => ({
  idempotencyKey: key,
  kind: 'topup',
  against: 'korapay_clearing',
});

export const purchasePosting = (key: string): Posting => ({
  idempotencyKey: key,
  kind: 'purchase',
  against: 'revenue',
});

export async function fund(testModule: TestModule, userId: number, naira: number): Promise<void> {
  const credit = buildTransaction(userId, naira);
  const wallet = testModule.module.get(WalletService, { strict: false });
  await testModule.uow.run(() => wallet.credit(credit, topupPosting(credit.reference)));
}

/** Sum of all entries and number of wallets whose balance differs from their entries. */
export async function checkLedgerBalance(testModule: TestModule) {
  const [row] = await testModule.sql<{ total: string; broken: string }>(`
    SELECT (SELECT coalesce(sum(amount_kobo), 0) FROM ledger_entry) AS total,
           (SELECT count(*) FROM ledger_account a WHERE kind = 'wallet' AND balance_kobo <>
             (SELECT coalesce(sum(amount_kobo), 0) FROM ledger_entry WHERE account_id = a.id)) AS broken`);
  return row;
}
