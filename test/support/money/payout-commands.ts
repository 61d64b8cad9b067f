import { Money } from '../../../src/common/money/money';
import { PayoutImportService } from '../../../src/payments/payouts/payout-import.service';
import type { ProviderPayoutItem } from '../../../src/payments/korapay/korapay.types';
import type { ModelPayment } from './model';
import { expectOutcome, nextId, type Command } from './payment-commands';
import { CHARGE_FEE } from './scripted-card-provider';
import type { SeededRandom } from './seeded-random';
import type { SystemUnderTest } from './system-under-test';

const MAX_CHARGES = 6;

/** Mostly as it was paid; sometimes of another amount, which does not match. */
const toCharge = (payment: ModelPayment, random: SeededRandom): ProviderPayoutItem => ({
  kind: 'charge',
  reference: payment.reference,
  amount: Money.naira(
    (payment.credited || payment.received || payment.amount) + (random.chance(0.1) ? 1 : 0),
  ),
  fee: random.chance(0.8) ? CHARGE_FEE : CHARGE_FEE.times(3),
});

/** A deduction for a dispute, or the return of it. */
function toDispute(payment: ModelPayment, random: SeededRandom): ProviderPayoutItem {
  const amount = Money.naira(payment.clawedBack || payment.credited);
  return {
    kind: 'dispute',
    reference: payment.reference,
    amount: random.chance(0.3) ? amount : amount.negated(),
    fee: random.chance(0.5) ? CHARGE_FEE : Money.zero,
  };
}

/** What the bank has received by the ledger, in kobo. */
const getBankTotal = async (system: SystemUnderTest): Promise<bigint> => {
  const [row] = await system.sql<{ kobo: string }>(
    `SELECT coalesce(-sum(e.amount_kobo), 0) AS kobo FROM ledger_account a
     JOIN ledger_entry e ON e.account_id = a.id WHERE a.code = 'bank'`,
  );
  return BigInt(row!.kobo);
};

/** The provider pays out some of its charges, also twice; one to three workers import its list. */
export const payOut: Command = async (system, random) => {
  const paid = system.model.payments.filter(({ charge }) => charge === 'success');
  if (!paid.length) return null;
  const items = Array.from({ length: random.between(1, MAX_CHARGES) }, () =>
    toCharge(random.pick(paid), random),
  );
  const credited = paid.filter(({ status }) => status === 'successful');
  if (credited.length && random.chance(0.4)) items.push(toDispute(random.pick(credited), random));
  const net = items.reduce((sum, { amount, fee }) => sum.plus(amount).minus(fee), Money.zero);
  if (!net.isPositive) return null;
  const reference = nextId('PAYOUT');
  const payout = { reference, isPaid: true, amount: net, fee: CHARGE_FEE, paidAt: new Date() };
  system.cards.payouts.unshift({ payout, items: random.chance(0.9) ? items : null });
  const before = await getBankTotal(system);
  const workers = Array.from({ length: random.between(1, 3) }, () =>
    system.get(PayoutImportService).run(),
  );
  await Promise.all(workers);
  expectOutcome('The bank', String((await getBankTotal(system)) - before), String(net.kobo));
  return `${reference} pays ${net.toDecimalString()} out in ${items.length} items`;
};
